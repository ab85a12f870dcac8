import type { Generation } from '../generation.ts';
import { asArray, asObject, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import type { Session } from './session.ts';

interface CredentialsInput {
	readonly name: string;
	/** The credentials type's name, for example `enterpriseAssessmentApi`. */
	readonly type: string;
	readonly data: JsonObject;
}

export function credentialsApi({ request }: Session, generation: Generation) {
	/** Gives the id, which a workflow's node names. */
	async function create(input: CredentialsInput): Promise<string> {
		return textOf(asObject(await request('POST', '/credentials', input), 'The new credentials'), 'id');
	}

	return {
		create,
		async update(id: string, input: CredentialsInput): Promise<void> {
			await request('PATCH', `/credentials/${id}`, input);
		},
		/** What the "Test" button does. */
		async test(input: CredentialsInput): Promise<{ status: string; message: string }> {
			// n8n 1.x tests only what is stored; its editor saves before it tests.
			const id = generation === 'v1' ? await create(input) : '';
			const answer = await request('POST', '/credentials/test', { credentials: { ...input, id } });
			if (id !== '') await request('DELETE', `/credentials/${id}`);
			const result = asObject(answer, 'The test result');
			return { status: textOf(result, 'status'), message: textOf(result, 'message') };
		},
		/** The id of the credentials with this name, if there are any. */
		async find(name: string): Promise<string | undefined> {
			const all = asArray(await request('GET', '/credentials'), 'The list of credentials');
			const found = all.map((entry) => asObject(entry, 'Credentials')).find((entry) => entry.name === name);
			return found && textOf(found, 'id');
		},
	};
}
