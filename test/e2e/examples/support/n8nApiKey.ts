import type { N8nApi } from '../../../../playground/api/index.ts';
import { asObject, textOf } from '../../../../playground/api/json.ts';

/** Makes a key for n8n's public API, as under Settings → n8n API, that may read and publish workflows. */
export async function createApiKey({ session }: N8nApi): Promise<string> {
	const key = await session.request('POST', '/api-keys', {
		label: 'Watchdog',
		expiresAt: null,
		scopes: ['workflow:read', 'workflow:list', 'workflow:activate', 'workflow:deactivate'],
	});
	return textOf(asObject(key, 'The API key'), 'rawApiKey');
}
