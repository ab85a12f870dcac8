import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { textOf, useAction } from '../action/support.ts';
import { executeContext } from '../support/n8nContext.ts';

const action = useAction();

/** Two expressions in docs/output.md. */
const section =
	readFileSync('docs/output.md', 'utf8').split('## How do I use scores in other nodes?\n')[1]?.split('\n## ')[0] ?? '';
const [, oneLine = ''] = /```text\n(.+?)\n```/s.exec(section) ?? [];
const [, subScore = ''] = /`([^`]*subScores[^`]*)`/.exec(section) ?? [];

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

it('the expression in the docs shows a sub-score', async () => {
	const items = await action.runJson('score.getAll', { returnAll: true, simplify: false });
	expect(new Set(items.map(({ assessmentType }) => assessmentType))).toEqual(new Set(['TenPoint', 'ThousandPoint']));
	for (const item of items)
		expect(evaluated(subScore, item)).toMatch(item.assessmentType === 'TenPoint' ? /^ of $/ : /^\d+ of \d+$/);
});
