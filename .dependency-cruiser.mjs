// The rules for imports (docs/architecture.md, "Folders"), including type-only imports. `npm run lint` checks them.

/** The folders from top to bottom. Each imports only from lower lines. */
const layers = [
	['nodes/EnterpriseAssessment', 'nodes/EnterpriseAssessmentTrigger', 'nodes/EnterpriseAssessmentPollTrigger'],
	['nodes/shared'],
	['nodes/api/request'],
	['nodes/api/pacing'],
	['nodes/api/specification'],
];

/** @param {string[]} folders */
const inFolders = (folders) => `^(${folders.join('|')})/`;

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** @type {Rule[]} */
const downwards = layers.flatMap((folders, layer) =>
	folders.map((folder) => ({
		name: `imports-of-${folder.replace('nodes/', '').replace('/', '-')}`,
		comment: `${folder} can only import from itself and the folders below it`,
		severity: 'error',
		from: { path: inFolders([folder]) },
		to: {
			path: '^(nodes|credentials|simulator|playground|scripts|test)/',
			pathNot: inFolders([folder, ...layers.slice(layer + 1).flat()]),
		},
	})),
);

/** The simulator's files and folders from top to bottom. */
const simulator = [
	'(main|index)\\.ts',
	'http/',
	'control/',
	'routes/',
	'service\\.ts',
	'(webhook|faults)/',
	'resources/',
	'account/',
	'files/',
	'document\\.ts',
	'(clock|random|rateLimit|requestLog|serviceError|settings|timestamps|versions)\\.ts',
];

/** @type {Rule[]} */
const downwardsInSimulator = simulator.slice(1).map((folder, above) => ({
	name: `imports-of-simulator-${folder.replace(/\W+/g, '-')}`,
	severity: 'error',
	from: { path: `^simulator/${folder}` },
	to: { path: `^simulator/(${simulator.slice(0, above + 1).join('|')})` },
}));

/** @type {{ forbidden: Rule[], options: import('dependency-cruiser').ICruiseOptions }} */
export default {
	forbidden: [
		...downwards,
		...downwardsInSimulator,
		{
			name: 'no-file-outside-the-layers',
			comment: 'Every file in nodes/ must be in one of the folders listed above',
			severity: 'error',
			from: { path: '^nodes/', pathNot: inFolders(layers.flat()) },
			to: {},
		},
		{
			name: 'no-packages-in-the-nodes',
			comment: "n8n doesn't install other packages next to the nodes. Its own lint allows development dependencies",
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: {
				pathNot: [
					'^(nodes|credentials)/',
					'^specification/types\\.d\\.ts$',
					'^node_modules/n8n-workflow/',
					'^(node:)?crypto$',
				],
			},
		},
		{
			name: 'simulator-stands-alone',
			comment: 'The simulator is written from the specification alone, so it does not use other code',
			severity: 'error',
			from: { path: '^simulator/' },
			to: { path: '^(nodes|credentials|playground|scripts|test)/' },
		},
		{
			name: 'no-imports-from-tests',
			severity: 'error',
			from: { path: '^(nodes|credentials|simulator|playground|scripts)/' },
			to: { path: '^test/' },
		},
		{ name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
	],
	options: {
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^dist/' },
		tsConfig: { fileName: 'tsconfig.tools.json' },
	},
};
