// Holds the package to n8n's verification: packs it, checks what is in it, and lints the sources and the packed
// JavaScript as n8n's scanner of community packages does. Any error or warning fails. Usage: node scripts/lintGate.ts
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { asObject } from '../playground/api/json.ts';
import { packPackage, unpackPackage } from '../playground/packageTarball.ts';
import { repositoryRoot } from '../playground/paths.ts';
import { contentProblems } from './lintGate/contents.ts';
import { scan } from './lintGate/scan.ts';
import { scanConfig } from './lintGate/scanConfig.ts';
import { strictModeProblems } from './lintGate/strictMode.ts';

const folder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-gate-'));
try {
	const tarball = await packPackage(folder);
	const unpacked = join(folder, 'package');
	await unpackPackage(tarball, unpacked);

	const files = (await readdir(unpacked, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(unpacked.length + 1));
	const manifest: unknown = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
	const problems = [
		...contentProblems(files, asObject(manifest, 'package.json')),
		...(await strictModeProblems(repositoryRoot)),
	];

	const config = await scanConfig();
	const sources = await scan(repositoryRoot, ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'], config);
	const packed = await scan(unpacked, ['**/*.js', 'package.json'], config);

	const { size } = await stat(tarball);
	const report = [problems.join('\n'), sources.report, packed.report].filter((text) => text !== '').join('\n');
	if (report === '') {
		const kilobytes = (size / 1000).toFixed(1);
		console.log(`The package holds ${files.length} files in ${kilobytes} kB and passes n8n's scan, without a warning:`);
		console.log(`  ${sources.files} source files and ${packed.files} packed ones linted, no dependency.`);
	} else {
		console.error(report);
		process.exitCode = 1;
	}
} finally {
	await rm(folder, { recursive: true, force: true });
}
