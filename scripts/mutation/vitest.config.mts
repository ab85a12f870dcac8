import { defineConfig } from 'vitest/config';

import { unit } from '../../vitest.config.mts';

// The tests run once for each mutant, so what takes seconds is left out: a hundred thousand forgeries.
const test = { ...unit.test, exclude: ['test/unit/webhookTrigger/forgery.test.ts'] };

export default defineConfig({ test: { projects: [{ ...unit, test }] } });
