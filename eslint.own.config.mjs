// What n8n's gate does not cover: simulator, playground, scripts and tests. They need timers, `process` and npm
// packages, which the gate's config (eslint.config.mjs, unmodified by contract) forbids everywhere.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['**/node_modules/**', 'dist/**', 'coverage/**', 'nodes/**', 'credentials/**', '.cache/**'] },
	js.configs.recommended,
	...tseslint.configs.recommendedTypeChecked,
	{
		languageOptions: {
			parserOptions: { project: './tsconfig.tools.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/require-await': 'off',
			// Fastify waits for handlers and hooks that its types call void.
			'@typescript-eslint/no-misused-promises': [
				'error',
				{ checksVoidReturn: { properties: false, arguments: false } },
			],
		},
	},
	// Asymmetric matchers such as `expect.any(String)` are typed `any` by vitest.
	{ files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-unsafe-assignment': 'off' } },
	{
		files: ['**/*.js', '**/*.mjs'],
		...tseslint.configs.disableTypeChecked,
		languageOptions: {
			parserOptions: { project: null },
			globals: {
				console: 'readonly',
				process: 'readonly',
				require: 'readonly',
				module: 'readonly',
				exports: 'writable',
				URL: 'readonly',
			},
		},
	},
	{
		files: ['simulator/page/**'],
		languageOptions: {
			globals: Object.fromEntries(
				['document', 'navigator', 'fetch', 'setTimeout', 'AbortSignal', 'URLSearchParams']
					.concat(['Element', 'HTMLElement', 'HTMLButtonElement', 'HTMLFormElement', 'HTMLInputElement'])
					.concat(['HTMLSelectElement'])
					.map((name) => [name, 'readonly']),
			),
		},
	},
	{ files: ['gulpfile.js', 'index.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
