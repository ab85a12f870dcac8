import { isFirstGeneration } from '../../firstGeneration.ts';

/** How n8n keeps published workflows running: an engine and the variables that choose it. */
export interface Engine {
	readonly name: string;
	/** Asks the trigger at every start whether its registration is there. The present engine doesn't. */
	readonly isOlder: boolean;
	readonly env: Readonly<Record<string, string>>;
}

const present: Engine = { name: 'the present engine', isOlder: false, env: {} };
const older: Engine = {
	name: 'the older engine',
	isOlder: true,
	env: isFirstGeneration ? {} : { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
};

/** Those to test under. n8n 1.x has the older one alone; n8n 2.x is tested under both where N8N_ENGINES is `all`. */
export const engines: readonly Engine[] = [
	...(isFirstGeneration ? [] : [present]),
	...(isFirstGeneration || process.env.N8N_ENGINES === 'all' ? [older] : []),
];
