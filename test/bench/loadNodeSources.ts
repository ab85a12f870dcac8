import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const workflowPackage = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;

// Runs the uncompiled sources of the nodes. They import each other without an extension, as the compiler expects, and
// Node.js can only load n8n-workflow as CommonJS.
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
