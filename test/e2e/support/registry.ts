import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { asObject, type JsonObject, textOf } from '../../../playground/api/json.ts';
import { packageName, packPackage, unpackPackage } from '../../../playground/communityPackage.ts';
import { startInternet } from '../../../playground/internet.ts';

/** The only registry that n8n installs from without a license. */
const host = 'registry.npmjs.org';

/** A stand-in for npm's public registry that contains only this package, for an n8n on this machine. */
export async function startRegistry() {
	const versions: Record<string, JsonObject> = {};
	const tarballs: Record<string, Buffer> = {};
	let latest = '';

	/** The registry's content at a path such as `/name`, `/name/latest` or `/name/-/file.tgz`. */
	function found(path: string): Buffer | JsonObject | undefined {
		const [name, part, file = ''] = path.slice(1).split('/');
		if (name !== packageName) return undefined;
		if (part === undefined) return { name, 'dist-tags': { latest }, versions };
		return part === '-' ? tarballs[file] : versions[part === 'latest' ? latest : part];
	}

	const internet = await startInternet([host], ({ url = '' }, response) => {
		const answer = found(url);
		response.writeHead(answer === undefined ? 404 : 200);
		response.end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer ?? {}));
	});
	const { HTTPS_PROXY, NODE_EXTRA_CA_CERTS } = internet.env;
	/** Adds a packed package as the latest version, and returns that version. */
	function publish(tarball: string): string {
		const file = basename(tarball);
		const bytes = readFileSync(tarball);
		const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
		const manifest = asObject(JSON.parse(text), 'The manifest');
		const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
		latest = textOf(manifest, 'version');
		versions[latest] = { ...manifest, dist: { tarball: `https://${host}/${packageName}/-/${file}`, integrity } };
		tarballs[file] = bytes;
		return latest;
	}

	return {
		...internet,
		publish,
		/** npm's settings in n8n's packages folder, because n8n 1.x looks for updates without its own environment. */
		npmrc: [
			`registry=https://${host}/`,
			`https-proxy=${HTTPS_PROXY}`,
			`cafile=${NODE_EXTRA_CA_CERTS}`,
			'cache=npm',
		].join('\n'),
		/** Publishes the packed package as `version`, with a different display name for its action node. */
		async publishChanged(tarball: string, { version, displayName }: { version: string; displayName: string }) {
			await using folder = await mkdtempDisposable(join(tmpdir(), 'enterprise-assessment-changed-'));
			const source = join(folder.path, 'package');
			await unpackPackage(tarball, source);
			const change = async (file: string, old: string | RegExp, text: string) =>
				await writeFile(join(source, file), (await readFile(join(source, file), 'utf8')).replace(old, text));
			await change('package.json', /"version": "[^"]+"/, `"version": "${version}"`);
			const node = 'dist/nodes/EnterpriseAssessment/EnterpriseAssessment.node.js';
			await change(node, "displayName: 'Enterprise Assessment'", `displayName: '${displayName}'`);
			publish(await packPackage(folder.path, source));
		},
	};
}
