import type { Generation } from '../generation.ts';
import type { JsonObject } from './json.ts';
import type { Session } from './session.ts';

interface CredentialsInput {
	readonly name: string;
	/** The credentials type's name, for example `enterpriseAssessmentApi`. */
	readonly type: string;
	readonly data: JsonObject;
}

export function credentialsApi({ request }: Session, generation: Generation) {
	/** Returns the ID that a workflow's node refers to. */
	async function create(input: CredentialsInput): Promise<string> {
		return (await request<{ id: string }>('POST', '/credentials', input)).id;
	}

	return {
		create,
		update: async (id: string, input: CredentialsInput) => await request('PATCH', `/credentials/${id}`, input),
		/** Does the same as the "Test" button. */
		async test(input: CredentialsInput) {
			// n8n 1.x only tests stored credentials. Its editor saves before it tests.
			const id = generation === 'v1' ? await create(input) : '';
			const tested = { credentials: { ...input, id } };
			const result = await request<{ status: string; message: string }>('POST', '/credentials/test', tested);
			if (id !== '') await request('DELETE', `/credentials/${id}`);
			return result;
		},
		/** The ID of the credentials with this name, if there are any. */
		async find(name: string): Promise<string | undefined> {
			const all = await request<Array<{ id: string; name: string }>>('GET', '/credentials');
			return all.find((each) => each.name === name)?.id;
		},
	};
}
