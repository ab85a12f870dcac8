import { text } from 'node:stream/consumers';

import { isObject } from './api/json.ts';
import { startInternet } from './internet.ts';

export interface AppCall {
	readonly method: string;
	readonly path: string;
	readonly authorization: string | undefined;
	readonly body: unknown;
}

/**
 * Stands in for the apps that workflows talk to beside the service.
 *
 * @param answers by the app's host name, as far as n8n's own node for it looks at them
 */
export async function startOtherApps<Host extends string>(answers: Readonly<Record<Host, (call: AppCall) => unknown>>) {
	const isHost = (host: string): host is Host => Object.hasOwn(answers, host);
	const calls = new Map<Host, AppCall[]>();
	const failing = new Set<Host>();

	const internet = await startInternet(Object.keys(answers), (request, response) => {
		void text(request).then((content) => {
			const { method = '', url: path = '', headers } = request;
			const { host = '', authorization } = headers;
			if (!isHost(host)) return response.writeHead(404).end();
			response.setHeader('content-type', 'application/json');
			if (failing.has(host)) return response.writeHead(503).end('{}');
			// Google's nodes call an empty body JSON.
			const isJson = headers['content-type']?.startsWith('application/json') === true && content !== '';
			const call: AppCall = { method, path, authorization, body: isJson ? JSON.parse(content) : content };
			calls.set(host, [...(calls.get(host) ?? []), call]);
			const answer = answers[host](call);
			// Google Drive says in a header where it wants the file.
			if (isObject(answer) && typeof answer.location === 'string') response.setHeader('location', answer.location);
			return response.end(JSON.stringify(answer));
		});
	});

	return {
		...internet,
		/** The calls to an app, the oldest first. */
		calls: (host: Host): AppCall[] => calls.get(host) ?? [],
		/** From now on the app answers 503, or no longer does. */
		fail: (host: Host, fails: boolean): void => void (fails ? failing.add(host) : failing.delete(host)),
	};
}
