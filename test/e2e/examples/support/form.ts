/** What a browser sends when somebody fills in a form of n8n: its fields have no names but their numbers. */
export async function submitForm(
	{ url, path, login }: { url: string; path: string; login?: { user: string; password: string } },
	fields: ReadonlyArray<string | File>,
): Promise<Response> {
	const form = new FormData();
	for (const [index, field] of fields.entries()) form.set(`field-${index}`, field);
	const token = login === undefined ? undefined : Buffer.from(`${login.user}:${login.password}`).toString('base64');
	return await fetch(`${url}/form/${path}`, {
		method: 'POST',
		headers: token === undefined ? {} : { authorization: `Basic ${token}` },
		body: form,
	});
}
