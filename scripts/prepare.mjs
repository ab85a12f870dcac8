// Installs what the scripts of package.json need. Runs on a fresh clone, so on Node's own modules alone.
// Usage: node scripts/prepare.mjs [--n8n] [--n8n-v1]
import { messageOf } from './prepare/errors.mjs';
import { prepare } from './prepare/index.mjs';
import { n8nFolders } from './prepare/install.mjs';

// So that npm, which runs as a child, ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

try {
	await prepare(n8nFolders.filter((folder) => process.argv.includes(`--${folder}`)));
} catch (error) {
	console.error(messageOf(error));
	process.exitCode = 1;
}
