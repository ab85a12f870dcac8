import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = 'n8n-nodes-bench-floor';

export const floorNodeType = `${PACKAGE}.floorTrigger`;

const NODE = `
class FloorTrigger {
	constructor() {
		this.description = {
			displayName: 'Floor Trigger',
			name: 'floorTrigger',
			group: ['trigger'],
			version: 1,
			description: 'Does nothing but start the workflow',
			defaults: { name: 'Floor Trigger' },
			inputs: [],
			outputs: ['main'],
			webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
			properties: [],
		};
	}
	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}
exports.FloorTrigger = FloorTrigger;
`;

/** A community package whose trigger does nothing: what n8n itself costs. To be called before n8n starts. */
export async function installFloor(userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes/node_modules', PACKAGE);
	const manifest = {
		name: PACKAGE,
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: { n8nNodesApiVersion: 1, nodes: ['FloorTrigger.node.js'], credentials: [] },
	};
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	await writeFile(join(folder, 'FloorTrigger.node.js'), NODE);
}
