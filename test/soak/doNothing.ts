import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { credentialsType } from '../../playground/playground.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { MEASURED } from '../bench/pacingWorkflows.ts';
import { everySeconds } from '../e2e/pollTrigger/workflows.ts';
import { POLL_SECONDS, triggerSketch } from './nodes.ts';
import type { SoakNodes } from './nodes.ts';

const PACKAGE = 'n8n-nodes-soak-do-nothing';
/** Where the webhook of the trigger ends: it needs no path of its own. */
export const WEBHOOK_ID = '6d0f1f9e-3c52-4c8e-9a51-0b6c5f7f2f11';
/** As long as a request of an account at its limit of 5 a second. */
const MS_PER_ITEM = 200;

const sourceAt = (eventsPerSecond: number) => `
const description = (name, more) => ({
	displayName: name, name, group: ['trigger'], version: 1, description: 'Does nothing', defaults: { name },
	inputs: [], outputs: ['main'], properties: [],
	credentials: [{ name: ${JSON.stringify(credentialsType)}, required: true }], ...more,
});
class Webhook {
	description = description('webhook', {
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
	});
	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}
class Poll {
	description = description('poll', { polling: true });
	async poll() {
		return [Array.from({ length: ${eventsPerSecond * POLL_SECONDS} }, (_, index) => ({ json: { userAssessmentId: index, score: 1 } }))];
	}
}
class Action {
	description = description('action', {
		group: ['transform'], inputs: ['main'],
		properties: [{ displayName: 'Bytes', name: 'bytes', type: 'number', default: 0 }],
	});
	async execute() {
		const items = this.getInputData();
		const bytes = this.getNodeParameter('bytes', 0);
		if (bytes === 0) {
			await new Promise((resolve) => setTimeout(resolve, items.length * ${MS_PER_ITEM}));
			return [items];
		}
		const filled = [];
		for (const { json } of items) {
			filled.push({ json, binary: { data: await this.helpers.prepareBinaryData(Buffer.alloc(bytes), 'audio.mp3') } });
		}
		return [filled];
	}
}
Object.assign(exports, { Webhook, Poll, Action });
`;

/** Puts the package in place. To be called before n8n starts. */
export async function installDoNothing(userFolder: string, eventsPerSecond: number): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes/node_modules', PACKAGE);
	const names = ['Webhook', 'Poll', 'Action'];
	const nodes = names.map((name) => `${name}.node.js`);
	const manifest = {
		name: PACKAGE,
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: { n8nNodesApiVersion: 1, nodes, credentials: [] },
	};
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	await writeFile(join(folder, 'all.js'), sourceAt(eventsPerSecond));
	for (const name of names) {
		await writeFile(join(folder, `${name}.node.js`), `exports.${name} = require('./all.js').${name};\n`);
	}
}

/** Start as many executions with as many items of as much data, and take as long. */
export function doNothingNodes(bytesPerFile: number): SoakNodes {
	const action = (name: string, parameters: NodeSketch['parameters'] = {}) => {
		return (credentials: NodeSketch['credentials']): NodeSketch => ({
			name,
			type: `${PACKAGE}.action`,
			parameters,
			...(credentials === undefined ? {} : { credentials }),
		});
	};
	const pollTimes = { item: everySeconds(POLL_SECONDS) };
	return {
		webhookTrigger: (credentials) => ({
			...triggerSketch(`${PACKAGE}.webhook`, {}, credentials),
			webhookId: WEBHOOK_ID,
		}),
		pollTrigger: (credentials) => triggerSketch(`${PACKAGE}.poll`, { pollTimes }, credentials),
		scoreGet: action(MEASURED),
		invite: action(MEASURED),
		download: action('Download', { bytes: bytesPerFile }),
	};
}
