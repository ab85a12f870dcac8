import { asArray, asObject, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import type { Session } from './session.ts';

export interface CredentialsInput {
	readonly name: string;
	/** The credentials type's name, for example `enterpriseAssessmentApi`. */
	readonly type: string;
	readonly data: JsonObject;
}

export interface CredentialsTestResult {
	readonly status: string;
	readonly message: string;
}

export interface CredentialsApi {
	/** Gives the id, which a workflow's node names. */
	readonly create: (input: CredentialsInput) => Promise<string>;
	readonly update: (id: string, input: CredentialsInput) => Promise<void>;
	/** What the "Test" button does. With an id, the stored secret is used where `data` repeats n8n's placeholder. */
	readonly test: (input: CredentialsInput, id?: string) => Promise<CredentialsTestResult>;
	/** The id of the credentials with this name, if there are any. */
	readonly find: (name: string) => Promise<string | undefined>;
}

export function credentialsApi({ request }: Session): CredentialsApi {
	return {
		async create(input) {
			return textOf(asObject(await request('POST', '/credentials', input), 'The new credentials'), 'id');
		},
		async update(id, input) {
			await request('PATCH', `/credentials/${id}`, input);
		},
		async test(input, id = '') {
			const body = { credentials: { ...input, id } };
			const result = asObject(await request('POST', '/credentials/test', body), 'The test result');
			return { status: textOf(result, 'status'), message: textOf(result, 'message') };
		},
		async find(name) {
			const all = asArray(await request('GET', '/credentials'), 'The list of credentials');
			const found = all.map((entry) => asObject(entry, 'Credentials')).find((entry) => entry.name === name);
			return found && textOf(found, 'id');
		},
	};
}
