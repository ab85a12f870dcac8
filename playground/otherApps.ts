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
 * Simulates the apps that workflows use in addition to the service.
 *
 * @param answers by the app's host name, with the parts that n8n's own node for it reads; undefined means 503
 */
export async function startOtherApps<Host extends string>(answers: Readonly<Record<Host, (call: AppCall) => unknown>>) {
	const isHost = (host: string): host is Host => Object.hasOwn(answers, host);
	const calls = new Map<Host, AppCall[]>();

	const internet = await startInternet(Object.keys(answers), (request, response) => {
		void text(request).then((content) => {
			const { method = '', url: path = '', headers } = request;
			const { host = '', authorization } = headers;
			if (!isHost(host)) return response.writeHead(404).end();
			response.setHeader('content-type', 'application/json');
			// Google's nodes label an empty body as JSON.
			const isJson = headers['content-type']?.startsWith('application/json') === true && content !== '';
			const call: AppCall = { method, path, authorization, body: isJson ? JSON.parse(content) : content };
			const answer = answers[host](call);
			if (answer === undefined) return response.writeHead(503).end('{}');
			calls.set(host, [...(calls.get(host) ?? []), call]);
			// Google Drive returns the upload URL in a header.
			if (isObject(answer) && typeof answer.location === 'string') response.setHeader('location', answer.location);
			return response.end(JSON.stringify(answer));
		});
	});

	return {
		...internet,
		/** The requests to an app, the oldest first. */
		calls: (host: Host): AppCall[] => calls.get(host) ?? [],
	};
}
