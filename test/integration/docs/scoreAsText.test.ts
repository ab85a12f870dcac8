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

it.each([true, false])('the docs show each score and sub-score as text (Simplify: %s)', async (simplify) => {
	const items = await action.runJson('score.getAll', { returnAll: true, simplify });
	expect(new Set(items.map(({ assessmentType }) => assessmentType)).size).toBe(2);
	for (const item of items) {
		const text = String(evaluated(oneLine, item));
		expect(text).toContain(`: ${Number(item.score)} in ${textOf(item.assessmentName)}`);
		expect(text).toMatch(/^\S/);
		expect(text).not.toMatch(/undefined|null|\n/);
		for (const level of [item.cefrSpeakingLevel, item.placement]) expect(text).toContain(level ?? '');
		const ofPart = item.assessmentType === 'TenPoint' ? /^ of $/ : /^\d+ of \d+$/;
		if (!simplify) expect(evaluated(subScore, item)).toMatch(ofPart);
	}
});
