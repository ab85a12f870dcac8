import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import getPort from 'get-port';
import { expect, it } from 'vitest';

import { n8nEnvironment } from '../../../playground/n8nEnvironment.ts';
import { installedN8n } from '../../../playground/paths.ts';
import type { Playground } from '../../../playground/playground.ts';
import { credentialsType, putCredentials } from '../../../playground/playground.ts';
import { usePlayground } from '../../../playground/vitest.ts';
import { activate, emittedScores, scoreCandidates, seenBy, webhookWorkflow } from '../support/triggers.ts';

const original = usePlayground({ editor: false });
const other = usePlayground({ editor: false });

/** Runs an n8n command on the data of a running n8n. */
async function command({ n8n }: Playground, ...args: string[]): Promise<void> {
	const runnerPort = await getPort({ host: '127.0.0.1' });
	const { port, userFolder } = n8n;
	const env = n8nEnvironment(port, runnerPort, userFolder, {});
	await promisify(execFile)(process.execPath, [installedN8n(), ...args], { env });
}

it('a workflow imported with its registration into another n8n is refused there, and the original keeps receiving events', async () => {
	const { api, simulator, n8n } = original();
	const { id, url } = await webhookWorkflow(original(), 'Travels');
	await activate(api, id);
	const registered = await simulator.control.webhook();

	const file = join(n8n.userFolder, 'exported.json');
	await command(original(), 'export:workflow', `--id=${id}`, `--output=${file}`);
	const exported = await readFile(file, 'utf8');
	expect(exported).toContain(registered?.signingKey);
	// After an import, the user chooses credentials in the editor. Here, they are for the same account.
	const { [credentialsType]: chosen } = await putCredentials(other().api, 'The same account', simulator);
	await writeFile(file, exported.replaceAll(original().credentialsId, chosen.id));
	await command(other(), 'import:workflow', `--input=${file}`);

	const copy = (await other().api.workflows.find('Travels')) ?? '';
	const { status, errors } = await other().api.workflows.activate(copy);
	expect(status).toBe('failed');
	expect(errors.join()).toContain('If this is a copy, unpublish the original');
	expect(errors.join()).toContain(`'${url}'`);
	expect(await simulator.control.webhook()).toEqual(registered);
	const scored = await scoreCandidates(simulator, 1);
	await seenBy(api, [id], scored);
	expect(await emittedScores(api, id)).toEqual(scored);
});
