// Rules that n8n's own configuration (eslint.config.mjs, which has to stay unmodified) doesn't have: typed rules and import
// order. n8n's forbids timers, `process` and npm packages. The simulator, playground, scripts and tests need those.
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
			// Parts of n8n's types are `any`, and others come from packages that aren't installed here.
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
