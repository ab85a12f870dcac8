import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// n8n-core reads these variables when it is first loaded. Each test file has its own user folder and binary store.
const userFolder = mkdtempSync(join(tmpdir(), 'enterprise-assessment-test-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';

afterAll(() => {
	rmSync(userFolder, { recursive: true, force: true });
});
