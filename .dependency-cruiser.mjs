// Which way imports go (docs/architecture.md, "Folders"): downwards only, without a cycle, type-only imports
// included. `npm run lint` checks it.

/** The rooms from top to bottom. Rooms in one line don't import each other. */
const floors = [
	['nodes/EnterpriseAssessment', 'nodes/EnterpriseAssessmentTrigger', 'nodes/EnterpriseAssessmentPollTrigger'],
	['nodes/shared'],
	['nodes/api/request'],
	['nodes/api/pacing'],
	['nodes/api/specification'],
];

/** @param {string[]} rooms */
const inRooms = (rooms) => `^(${rooms.join('|')})/`;

/** From each room only into itself and what is below it. */
const downwards = floors.flatMap((rooms, floor) =>
	rooms.map((room) => ({
		name: `imports-of-${room.replace('nodes/', '').replace('/', '-')}`,
		comment: `${room} may import only what is below it`,
		severity: 'error',
		from: { path: inRooms([room]) },
		to: {
			path: '^(nodes|credentials|simulator|playground|scripts|test)/',
			pathNot: inRooms([room, ...floors.slice(floor + 1).flat()]),
		},
	})),
);

/** The simulator's rooms from top to bottom. */
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

const downwardsInSimulator = simulator.slice(1).map((room, above) => ({
	name: `imports-of-simulator-${room.replace(/\W+/g, '-')}`,
	severity: 'error',
	from: { path: `^simulator/${room}` },
	to: { path: `^simulator/(${simulator.slice(0, above + 1).join('|')})` },
}));

export default {
	forbidden: [
		...downwards,
		...downwardsInSimulator,
		{
			name: 'no-file-between-the-rooms',
			comment: 'Every file of nodes/ lies in a room that has a place in this order',
			severity: 'error',
			from: { path: '^nodes/', pathNot: inRooms(floors.flat()) },
			to: {},
		},
		{
			name: 'simulator-stands-alone',
			comment: 'The simulator is written from the specification alone',
			severity: 'error',
			from: { path: '^simulator/' },
			to: { path: '^(nodes|credentials|playground|scripts|test)/' },
		},
		{
			name: 'no-room-imports-tests',
			severity: 'error',
			from: { path: '^(nodes|credentials|simulator|playground|scripts)/' },
			to: { path: '^test/' },
		},
		{ name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
	],
	options: {
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(node_modules|dist)/' },
		tsConfig: { fileName: 'tsconfig.tools.json' },
	},
};
