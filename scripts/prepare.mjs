// Installs what the scripts of package.json need. Runs on a fresh clone, so on Node's own modules alone.
// Usage: node scripts/prepare.mjs [--n8n]
import { messageOf } from './prepare/errors.mjs';
import { prepare } from './prepare/index.mjs';

// So that npm, which runs as a child, ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

try {
	await prepare({ n8n: process.argv.includes('--n8n') });
} catch (error) {
	console.error(messageOf(error));
	process.exitCode = 1;
}
