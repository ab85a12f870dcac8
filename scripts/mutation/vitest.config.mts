import { defineConfig } from 'vitest/config';

import { unit } from '../../vitest.config.mts';

// The tests run once for each mutant, so what takes seconds is left out: forgeries by the hundred thousand, whole histories
// of limits, and npm.
const slow = ['webhookTrigger/forgery', 'pacing/limits', 'scripts/installing'];
const test = { ...unit.test, exclude: slow.map((name) => `test/unit/${name}.test.ts`) };

export default defineConfig({ test: { projects: [{ ...unit, test }] } });
