import { isFirstGeneration } from '../../firstGeneration.ts';

/** An n8n engine that keeps published workflows running, and the variables that select it. */
export interface Engine {
	readonly name: string;
	/** Whether the engine asks the trigger at every start if its registration exists. The current engine doesn't. */
	readonly isOlder: boolean;
	readonly env: Readonly<Record<string, string>>;
}

const present: Engine = { name: 'the present engine', isOlder: false, env: {} };
const older: Engine = {
	name: 'the older engine',
	isOlder: true,
	env: isFirstGeneration ? {} : { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
};

/** The engines to test. n8n 1.x only has the older one. n8n 2.x is tested with both if N8N_ENGINES is `all`. */
export const engines: readonly Engine[] = [
	...(isFirstGeneration ? [] : [present]),
	...(isFirstGeneration || process.env.N8N_ENGINES === 'all' ? [older] : []),
];
