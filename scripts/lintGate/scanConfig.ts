import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import type { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';

import { asObject, isObject } from '../../playground/api/json.ts';

/** The versions of the plugins that n8n's own command line tool lints with. */
const fromNodeCli = createRequire(import.meta.resolve('@n8n/node-cli/eslint'));

async function importFromNodeCli(name: string): Promise<Readonly<Record<string, unknown>>> {
	const module: unknown = await import(pathToFileURL(fromNodeCli.resolve(name)).href);
	return asObject(module, name);
}

function isPlugin(value: unknown): value is ESLint.Plugin {
	return isObject(value) && isObject(value.rules) && isObject(value.configs);
}

function asPlugin(value: unknown, name: string): ESLint.Plugin {
	if (!isPlugin(value)) throw new Error(`${name} is not an ESLint plugin`);
	return value;
}

function namedConfigs(plugin: ESLint.Plugin, name: string): Linter.Config[] {
	const config = plugin.configs?.[name];
	if (config === undefined) throw new Error(`A plugin of n8n has no configuration '${name}'`);
	const list = Array.isArray(config) ? config : [config];
	return list.filter((entry): entry is Linter.Config => !('extends' in entry));
}

function rulesOf(plugin: ESLint.Plugin, name: string): Linter.RulesRecord {
	const rules: Linter.RulesRecord = {};
	for (const config of namedConfigs(plugin, name)) {
		for (const [rule, entry] of Object.entries(config.rules ?? {})) if (entry !== undefined) rules[rule] = entry;
	}
	return rules;
}

/**
 * The configuration that n8n's scanner of published community packages uses (@n8n/scan-community-package 0.32): the
 * recommended rules of its own plugin on every file, and the three rule sets of n8n-nodes-base on what they are made for.
 * The scanner pins an older version of the first plugin; this one comes with n8n's command line tool and has more rules.
 */
export async function scanConfig(): Promise<Linter.Config[]> {
	const own = await importFromNodeCli('@n8n/eslint-plugin-community-nodes');
	const base = await importFromNodeCli('eslint-plugin-n8n-nodes-base');
	const communityNodes = asPlugin(own.n8nCommunityNodesPlugin, 'n8nCommunityNodesPlugin');
	const nodesBase = asPlugin(base.default, 'eslint-plugin-n8n-nodes-base');
	const { parser } = tseslint;

	return [
		...namedConfigs(communityNodes, 'recommended'),
		{ rules: { 'no-console': 'error' } },
		{ plugins: { 'n8n-nodes-base': nodesBase } },
		{ files: ['package.json'], rules: rulesOf(nodesBase, 'community') },
		{
			files: ['**/credentials/**/*.ts'],
			rules: {
				...rulesOf(nodesBase, 'credentials'),
				'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
				'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
			},
		},
		{
			files: ['**/nodes/**/*.ts'],
			rules: {
				...rulesOf(nodesBase, 'nodes'),
				'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
				'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
				'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
			},
		},
		{ files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
	];
}
