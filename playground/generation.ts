/** n8n's lines that the package is tried on: 1.x and the present one. Engine, REST interface and installation differ. */
export type Generation = 'v1' | 'v2';

/** Which of them this process starts, or tests the nodes in: the present one, unless `N8N_GENERATION` is `v1`. */
export function chosenGeneration(env: NodeJS.ProcessEnv): Generation {
	const chosen = env.N8N_GENERATION ?? 'v2';
	if (chosen === 'v1' || chosen === 'v2') return chosen;
	throw new Error(`N8N_GENERATION is '${chosen}'. Set it to v1 or v2.`);
}
