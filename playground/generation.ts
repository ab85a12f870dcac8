/** The n8n versions that the package is tested on: 1.x and the current one. Engine, REST interface and installation differ. */
export type Generation = 'v1' | 'v2';

/** The generation that this process starts, or tests the nodes in. Default: the current one, unless `N8N_GENERATION` is `v1`. */
export function chosenGeneration(env: NodeJS.ProcessEnv): Generation {
	const chosen = env.N8N_GENERATION ?? 'v2';
	if (chosen === 'v1' || chosen === 'v2') return chosen;
	throw new Error(`N8N_GENERATION is '${chosen}'. Set it to v1 or v2.`);
}
