import { defineConfig } from 'vitest/config';

import { integration, unit } from '../../vitest.config.mts';
import { targetOf } from './targets.ts';

const { tests } = targetOf(process.env.MUTATION_TARGET ?? '');

// The tests run once for each mutant, so what takes seconds is left out: forgeries by the hundred thousand, whole histories
// of limits, and npm.
const slow = ['webhookTrigger/forgery', 'pacing/limits', 'scripts/installing'];
const exclude = slow.map((name) => `test/unit/${name}.test.ts`);

// Code that counts its own steps is slow.
const slowly = { ...unit, test: { ...unit.test, testTimeout: 120_000 } };

const projects = [slowly, integration].flatMap(({ resolve, test }) => {
	const include = tests.filter((pattern) => pattern.startsWith(`test/${test.name}/`));
	return include.length === 0 ? [] : [{ resolve, test: { ...test, include, exclude } }];
});

export default defineConfig({ test: { projects } });
