import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { asObject, textOf } from '../../../playground/api/json.ts';
import type { JsonObject } from '../../../playground/api/json.ts';
import { packageName, packPackage, unpackPackage } from '../../../playground/communityPackage.ts';
import { startInternet } from '../../../playground/internet.ts';

/** The only registry that n8n installs from without a license. */
const host = 'registry.npmjs.org';

function jsonObject(text: string): JsonObject {
	const value: unknown = JSON.parse(text);
	return asObject(value, 'The manifest');
}

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
		const manifest = jsonObject(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }));
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
			const manifestFile = join(source, 'package.json');
			const manifest = jsonObject(await readFile(manifestFile, 'utf8'));
			await writeFile(manifestFile, JSON.stringify({ ...manifest, version }));
			const nodeFile = join(source, 'dist/nodes/EnterpriseAssessment/EnterpriseAssessment.node.js');
			const node = await readFile(nodeFile, 'utf8');
			await writeFile(nodeFile, node.replace("displayName: 'Enterprise Assessment'", `displayName: '${displayName}'`));
			publish(await packPackage(folder.path, source));
		},
	};
}
