// Builds the package, unless what is built came from these very sources, so that tests can run side by side.
import { fileURLToPath } from 'node:url';

import { buildPackage } from './build/index.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
	await buildPackage(root, process.execPath);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
