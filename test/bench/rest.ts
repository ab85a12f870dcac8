import { setTimeout as sleep } from 'node:timers/promises';

/** Most of what only n8n's start needed is given back after 7 s, the last of it after 16 s. */
const REST_MS = 20_000;

/** Waits until n8n's memory is what it needs at rest. Where a run begins earlier, its growth is a matter of chance. */
export async function comeToRest(): Promise<void> {
	await sleep(REST_MS);
}
