// Installs what the scripts of package.json need. Runs on a fresh clone, so on Node's own modules alone.
// Usage: node scripts/prepare.mjs [--n8n] [--n8n-v1]
import { prepare } from './prepare/index.mjs';

// So that npm, which runs as a child, ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

try {
	await prepare(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
