import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

import type { Simulator, WebhookState } from '../../simulator/index.ts';
import { asObject, optionalTextOf, textOf } from '../api/json.ts';

const intervalMs = 500;

/** The registration that an earlier run left behind, which a published workflow relies on; undefined when there is none. */
export function keptWebhook(file: string): WebhookState | undefined {
	if (!existsSync(file)) return undefined;
	const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
	const kept = asObject(content, file);
	return {
		url: textOf(kept, 'url'),
		createdAt: textOf(kept, 'createdAt'),
		signingKey: optionalTextOf(kept, 'signingKey') ?? null,
		version: textOf(kept, 'version'),
	};
}

/** Keeps the simulator's registration in a file, up to date, so that a later run can begin with it. */
export function keepWebhook({ control }: Simulator, file: string): void {
	let kept = '';
	async function keep(): Promise<void> {
		const webhook = await control.webhook();
		const text = webhook === null ? '' : JSON.stringify(webhook);
		if (text === kept) return;
		kept = text;
		if (text === '') return rmSync(file, { force: true });
		// In one step, so that a run that is killed leaves no half of it.
		writeFileSync(`${file}.new`, text);
		renameSync(`${file}.new`, file);
	}
	setInterval(() => void keep(), intervalMs).unref();
}
