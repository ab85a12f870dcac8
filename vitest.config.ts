import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		coverage: { provider: 'v8', include: ['nodes/**/*.ts', 'credentials/**/*.ts'] },
		projects: [
			{ test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
			{
				test: {
					name: 'integration',
					include: ['test/integration/**/*.test.ts'],
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
			{
				test: {
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					testTimeout: 180_000,
					hookTimeout: 300_000,
					fileParallelism: false,
				},
			},
		],
	},
});
