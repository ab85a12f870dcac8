import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { packPackage } from './communityPackage.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The package that all tests of a run install. */
		packageTarball: string;
	}
}

/** Packs the package once for all test files of a vitest project. */
export default async function packOnce(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtempDisposable(join(tmpdir(), 'enterprise-assessment-pack-'));
	project.provide('packageTarball', await packPackage(folder.path));
	return async () => await folder.remove();
}
