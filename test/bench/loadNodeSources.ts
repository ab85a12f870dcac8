import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const workflowPackage = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;

// Runs the sources of the nodes as they are: they import each other without an extension, for the compiler, and Node.js
// can load n8n-workflow only as CommonJS.
registerHooks({
	resolve(specifier, context, nextResolve) {
		const isImport = context.conditions.includes('import');
		if (specifier === 'n8n-workflow' && isImport) return nextResolve(workflowPackage, context);
		if (specifier.startsWith('.') && context.parentURL !== undefined) {
			for (const rest of ['.ts', '/index.ts']) {
				const url = new URL(`${specifier}${rest}`, context.parentURL);
				if (existsSync(fileURLToPath(url))) return nextResolve(url.href, context);
			}
		}
		return nextResolve(specifier, context);
	},
});
