// What n8n's gate (eslint.config.mjs, unmodified by contract) doesn't check: typed rules and import order. Only the gate
// forbids timers, `process` and npm packages, which simulator, playground, scripts and tests need.
import { config as gate } from '@n8n/node-cli/eslint';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{
		ignores: ['**/node_modules/**', 'dist/**', 'coverage/**', '.cache/**', 'specification/**'],
	},
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
			// Fastify waits for handlers and hooks even if their types return void.
			'@typescript-eslint/no-misused-promises': [
				'error',
				{ checksVoidReturn: { properties: false, arguments: false } },
			],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
		plugins: { 'import-x': gate.find(({ plugins }) => plugins?.['import-x'])?.plugins['import-x'] },
		rules: {
			'import-x/order': [
				'error',
				{ groups: [['builtin', 'external']], 'newlines-between': 'always', alphabetize: { order: 'asc' } },
			],
			'max-lines': ['error', 250],
			// Parts of n8n's own types have type any, and others come from packages that aren't installed here.
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-argument': 'off',
			// A caught value is rethrown unchanged.
			'@typescript-eslint/only-throw-error': 'off',
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
				['document', 'fetch', 'setTimeout', 'AbortSignal', 'FormData'].map((name) => [name, 'readonly']),
			),
		},
	},
	{ files: ['gulpfile.js', 'index.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
