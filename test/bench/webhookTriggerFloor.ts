import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { credentialsType } from '../../playground/playground.ts';

const PACKAGE = 'n8n-nodes-bench-floor';

export const floorNodeType = `${PACKAGE}.floorTrigger`;

/** The same with credentials, which n8n checks before each execution whatever the node does with them. */
export const floorWithCredentialsNodeType = `${PACKAGE}.floorWithCredentialsTrigger`;

function nodeSource(className: string, name: string, credentials: readonly string[]): string {
	return `
class ${className} {
	constructor() {
		this.description = {
			displayName: '${className}',
			name: '${name}',
			group: ['trigger'],
			version: 1,
			description: 'Does nothing but start the workflow',
			defaults: { name: '${className}' },
			inputs: [],
			outputs: ['main'],
			webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
			credentials: ${JSON.stringify(credentials.map((type) => ({ name: type, required: true })))},
			properties: [],
		};
	}
	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}
exports.${className} = ${className};
`;
}

/** A community package whose trigger does nothing: what n8n itself costs. To be called before n8n starts. */
export async function installFloor(userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes/node_modules', PACKAGE);
	const manifest = {
		name: PACKAGE,
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: {
			n8nNodesApiVersion: 1,
			nodes: ['FloorTrigger.node.js', 'FloorWithCredentialsTrigger.node.js'],
			credentials: [],
		},
	};
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	await writeFile(join(folder, 'FloorTrigger.node.js'), nodeSource('FloorTrigger', 'floorTrigger', []));
	await writeFile(
		join(folder, 'FloorWithCredentialsTrigger.node.js'),
		nodeSource('FloorWithCredentialsTrigger', 'floorWithCredentialsTrigger', [credentialsType]),
	);
}
