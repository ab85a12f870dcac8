// Installs what the scripts of package.json need. Runs on a fresh clone, so on Node's own modules alone.
// Usage: node scripts/prepare.mjs [--n8n]; N8N_GENERATION=v1 takes n8n 1.x
import { prepare } from './prepare/index.mjs';

await prepare(process.argv.slice(2)).catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});
