/** The versions of n8n that the package is tested with, 1.x and 2.x. They differ in engine, REST interface and installation. */
export type Generation = 'v1' | 'v2';

/** The generation that this process starts, or tests the nodes in: `N8N_GENERATION`, by default `v2`. */
export function chosenGeneration(env: NodeJS.ProcessEnv): Generation {
	const chosen = env.N8N_GENERATION ?? 'v2';
	if (chosen === 'v1' || chosen === 'v2') return chosen;
	throw new Error(`N8N_GENERATION is '${chosen}'. Set it to v1 or v2.`);
}
