import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { textOf, useAction } from '../action/support.ts';
import { executeContext } from '../support/n8nContext.ts';

const action = useAction();

/** The expressions in docs/output.md. */
const section =
	readFileSync('docs/output.md', 'utf8').split('## How do I write a score as text?\n')[1]?.split('\n## ')[0] ?? '';
const [oneLine = '', subScores = ''] = [...section.matchAll(/```text\n(.+?)\n```/gs)].map(([, text]) => text ?? '');

const evaluated = (expression: string, json: IDataObject): unknown =>
	executeContext(action.node('score.getAll'), [{ json }]).context.evaluateExpression(expression, 0);

it.each([true, false])('the expression in the docs shows every score in one line (Simplify: %s)', async (simplify) => {
	const items = await action.runJson('score.getAll', { returnAll: true, simplify });
	expect(items.length).toBeGreaterThan(5);
	for (const item of items) {
		const text = String(evaluated(oneLine, item));
		expect(text).toContain(`: ${Number(item.score)} in ${textOf(item.assessmentName)}`);
		expect(text).toMatch(/^\S/);
		expect(text).not.toMatch(/undefined|null|\n/);
		for (const level of [item.cefrSpeakingLevel, item.placement]) expect(text).toContain(level ?? '');
	}
});

it('the expression in the docs lists the sub-scores, and returns an empty text without any', async () => {
	const items = await action.runJson('score.getAll', { returnAll: true, simplify: false });
	expect(new Set(items.map(({ assessmentType }) => assessmentType))).toEqual(new Set(['TenPoint', 'ThousandPoint']));
	const line = String.raw`(reading|grammar|listening|vocabulary): \d+ of \d+`;
	for (const item of items) {
		const lines = item.assessmentType === 'TenPoint' ? /^$/ : new RegExp(`^${line}(\n${line}){3}$`);
		expect(evaluated(subScores, item)).toMatch(lines);
	}
});
