interface Form {
	readonly url: string;
	readonly path: string;
	readonly login?: { readonly user: string; readonly password: string };
}

async function request({ url, path, login }: Form, init: RequestInit): Promise<Response> {
	const token = login === undefined ? undefined : Buffer.from(`${login.user}:${login.password}`).toString('base64');
	const headers = token === undefined ? {} : { authorization: `Basic ${token}` };
	return await fetch(`${url}/form/${path}`, { ...init, headers });
}

/** The page of an n8n form. It also contains the text that people see after submitting the form. */
export async function openForm(form: Form): Promise<string> {
	return await (await request(form, {})).text();
}

/** Sends what a browser sends when an n8n form is submitted. The fields are named by their numbers. */
export async function submitForm(form: Form, fields: ReadonlyArray<string | File>): Promise<Response> {
	const body = new FormData();
	for (const [index, field] of fields.entries()) body.set(`field-${index}`, field);
	return await request(form, { method: 'POST', body });
}
