import type { Generation } from '../generation.ts';
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

export function credentialsApi({ request }: Session, generation: Generation): CredentialsApi {
	async function create(input: CredentialsInput): Promise<string> {
		return textOf(asObject(await request('POST', '/credentials', input), 'The new credentials'), 'id');
	}

	async function test(input: CredentialsInput, id: string): Promise<CredentialsTestResult> {
		const body = { credentials: { ...input, id } };
		const result = asObject(await request('POST', '/credentials/test', body), 'The test result');
		return { status: textOf(result, 'status'), message: textOf(result, 'message') };
	}

	return {
		create,
		async update(id, input) {
			await request('PATCH', `/credentials/${id}`, input);
		},
		async test(input, id) {
			if (id !== undefined || generation === 'v2') return await test(input, id ?? '');
			// n8n 1.x tests only what is stored; its editor saves before it tests.
			const stored = await create(input);
			const result = await test(input, stored);
			await request('DELETE', `/credentials/${stored}`);
			return result;
		},
		async find(name) {
			const all = asArray(await request('GET', '/credentials'), 'The list of credentials');
			const found = all.map((entry) => asObject(entry, 'Credentials')).find((entry) => entry.name === name);
			return found && textOf(found, 'id');
		},
	};
}
