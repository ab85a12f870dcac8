import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

import './virtualTime.ts';

// n8n-core reads these variables when it is first loaded. Each process has its own user folder and binary store.
const userFolder = join(inject('userFolders'), `${process.pid}`);
mkdirSync(userFolder, { recursive: true });
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
