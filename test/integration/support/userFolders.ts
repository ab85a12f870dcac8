import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

declare module 'vitest' {
	interface ProvidedContext {
		/** The folder in which each process of the run has n8n's user folder. */
		userFolders: string;
	}
}

/** Creates the folder, and removes it after the last test. */
export default async function userFolders(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtempDisposable(join(tmpdir(), 'enterprise-assessment-test-'));
	project.provide('userFolders', folder.path);
	return async () => await folder.remove();
}
