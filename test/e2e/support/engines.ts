import { isFirstGeneration } from '../../firstGeneration.ts';

/** How n8n keeps published workflows running: an engine and the variables that choose it. */
export interface Engine {
	readonly name: string;
	/** Asks the trigger at every start whether its registration is there. The present engine doesn't. */
	readonly isOlder: boolean;
	readonly env: Readonly<Record<string, string>>;
}

const older: Engine = {
	name: 'the older engine',
	isOlder: true,
	env: { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
};

/** Those of the n8n that the tests run on. n8n 1.x has the older one alone. */
export const engines: readonly Engine[] = isFirstGeneration
	? [{ ...older, env: {} }]
	: [{ name: 'the present engine', isOlder: false, env: {} }, older];
