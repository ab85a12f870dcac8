import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { isObject, optionalTextOf } from './api/json.ts';
import { startInternet } from './internet.ts';
import type { Internet } from './internet.ts';

export interface AppCall {
	readonly method: string;
	readonly path: string;
	readonly authorization: string | undefined;
	readonly body: unknown;
}

/** What each app answers, by its host name, as far as n8n's own node for it looks at the answer. */
type Answers<Host extends string> = Readonly<Record<Host, (call: AppCall) => unknown>>;

/** Stands in for the apps that workflows talk to beside the service. */
export interface OtherApps<Host extends string> extends Internet {
	/** What came to an app, the oldest first. */
	readonly calls: (host: Host) => AppCall[];
	/** From now on the app answers 503, or no longer does. */
	readonly fail: (host: Host, fails: boolean) => void;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const body = await text(request);
	const isJson = request.headers['content-type']?.startsWith('application/json') === true;
	// Google's nodes call an empty body JSON.
	return isJson && body !== '' ? JSON.parse(body) : body;
}

export async function startOtherApps<Host extends string>(answers: Answers<Host>): Promise<OtherApps<Host>> {
	const isHost = (host: string): host is Host => Object.hasOwn(answers, host);
	const calls = new Map<Host, AppCall[]>();
	const failing = new Set<Host>();

	const internet = await startInternet(Object.keys(answers), (request, response) => {
		const { method = '', url = '', headers } = request;
		const host = headers.host ?? '';
		if (!isHost(host)) {
			response.writeHead(404).end();
			return;
		}
		void bodyOf(request).then((body) => {
			const call = { method, path: url, authorization: headers.authorization, body };
			const fails = failing.has(host);
			if (!fails) calls.set(host, [...(calls.get(host) ?? []), call]);
			const answer = fails ? {} : answers[host](call);
			// Google Drive says in a header where it wants the file.
			const location = isObject(answer) ? optionalTextOf(answer, 'location') : undefined;
			response.writeHead(fails ? 503 : 200, {
				'content-type': 'application/json',
				...(location === undefined ? {} : { location }),
			});
			response.end(JSON.stringify(answer));
		});
	});

	return {
		...internet,
		calls: (host) => calls.get(host) ?? [],
		fail(host, fails) {
			if (fails) failing.add(host);
			else failing.delete(host);
		},
	};
}
