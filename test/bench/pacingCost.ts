// Processor time per item of score.get beside n8n's bare HTTP helper, through n8n-core, over real HTTP.
// Usage: node test/bench/pacingCost.ts [items]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import './loadNodeSources.ts';

// n8n-core reads it when it is loaded.
const userFolder = mkdtempSync(join(tmpdir(), 'enterprise-assessment-bench-'));
process.env.N8N_USER_FOLDER = userFolder;

const { EnterpriseAssessment } = await import('../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts');
const { CREDENTIALS_NAME } = await import('../../nodes/api/request/account.ts');
const { executeContext } = await import('../integration/support/n8nContext.ts');

const items = Number(process.argv[2] ?? 150);
const ROUNDS = 3;

/** The simulator in a process of its own, so that its work is not counted. */
const service = spawn(process.execPath, [join(import.meta.dirname, 'pacingService.ts')], {
	stdio: ['pipe', 'pipe', 'inherit'],
});
const [line]: [Buffer] = await once(service.stdout, 'data').then(([chunk]: Buffer[]) => [chunk ?? Buffer.of()]);
const { baseHost, apiKey } = parseAccount(line.toString('utf8'));

function parseAccount(text: string): { baseHost: string; apiKey: string } {
	const parsed: unknown = JSON.parse(text);
	if (typeof parsed === 'object' && parsed !== null && 'baseHost' in parsed && 'apiKey' in parsed) {
		return { baseHost: String(parsed.baseHost), apiKey: String(parsed.apiKey) };
	}
	throw new Error(`The simulator did not start: ${text}`);
}

function contextOf() {
	const user = { __rl: true, mode: 'emailAddress', value: '={{ $json.email }}' };
	const nodeType = new EnterpriseAssessment();
	const input = Array.from({ length: items }, () => ({ json: { email: 'candidate001@example.com' } }));
	return executeContext(
		{
			nodeType,
			credentials: { apiKey, baseHost, apiVersion: '2020q3' },
			parameters: { resource: 'score', operation: 'get', user },
		},
		input,
	);
}

async function withNode(): Promise<number> {
	const { context, nodeType } = contextOf();
	const output = await nodeType.execute?.call(context);
	return Array.isArray(output) ? (output[0]?.length ?? 0) : 0;
}

/** The same requests and items, without pacing, checks and errors of our own. */
async function withHelper(pauseMs: number): Promise<number> {
	const { context } = contextOf();
	const output: unknown[] = [];
	for (let item = 0; item < items; item += 1) {
		const user: unknown = context.getNodeParameter('user', item, '', { extractValue: true });
		const json: unknown = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIALS_NAME, {
			method: 'POST',
			url: `${baseHost}/2020q3/score`,
			body: { emailAddress: user },
			json: true,
		});
		output.push({ json, pairedItem: { item } });
		if (pauseMs > 0) await sleep(pauseMs);
	}
	return output.length;
}

async function processorMs(work: () => Promise<number>): Promise<number> {
	const before = process.cpuUsage();
	const count = await work();
	const { user, system } = process.cpuUsage(before);
	if (count !== items) throw new Error(`Only ${count} of ${items} items came out`);
	return (user + system) / 1_000 / items;
}

try {
	await processorMs(async () => await withHelper(0));
	const rows = [];
	for (let round = 1; round <= ROUNDS; round += 1) {
		const node = await processorMs(withNode);
		const atPace = await processorMs(async () => await withHelper(200));
		const atOnce = await processorMs(async () => await withHelper(0));
		rows.push({
			round,
			'node ms/item': Number(node.toFixed(2)),
			'helper at the same pace': Number(atPace.toFixed(2)),
			ratio: Number((node / atPace).toFixed(2)),
			'helper without pauses': Number(atOnce.toFixed(2)),
			'ratio ': Number((node / atOnce).toFixed(2)),
		});
	}
	console.log(`Processor time, ${items} × score.get each; the node runs at the limit's pace:`);
	console.table(rows);
} finally {
	service.stdin.end();
	await once(service, 'exit');
	rmSync(userFolder, { recursive: true, force: true });
}
