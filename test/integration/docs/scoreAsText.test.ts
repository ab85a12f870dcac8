import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { runJson, textOf } from '../action/support.ts';
import { executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';

const service = useSimulator();

/** The expressions that docs/output.md offers. */
const section = readFileSync('docs/output.md', 'utf8').split('## A score as text\n')[1]?.split('\n## ')[0] ?? '';
const [oneLine = '', subScores = ''] = [...section.matchAll(/```text\n(.+?)\n```/gs)].map(([, text]) => text ?? '');

function evaluated(expression: string, json: IDataObject): unknown {
	const nodeType = new EnterpriseAssessment();
	const { context } = executeContext({ nodeType, credentials: service().credentials }, [{ json }]);
	return context.evaluateExpression(expression, 0);
}

it.each([true, false])('says every score of the account in one line, with simplify %s', async (simplify) => {
	const items = await runJson(service().credentials, 'score.getAll', { returnAll: true, simplify });
	expect(items.length).toBeGreaterThan(5);
	for (const item of items) {
		const text = String(evaluated(oneLine, item));
		expect(text).toContain(`: ${Number(item.score)} in ${textOf(item.assessmentName)}`);
		expect(text).toMatch(/^\S/);
		expect(text).not.toMatch(/undefined|null|\n/);
		for (const level of [item.cefrSpeakingLevel, item.placement]) expect(text).toContain(level ?? '');
	}
});

it('lists the sub-scores, and nothing where there are none', async () => {
	const items = await runJson(service().credentials, 'score.getAll', { returnAll: true, simplify: false });
	const texts = items.map((item) => ({ type: item.assessmentType, text: evaluated(subScores, item) }));
	expect(new Set(texts.map(({ type }) => type))).toEqual(new Set(['TenPoint', 'ThousandPoint']));
	const line = String.raw`(reading|grammar|listening|vocabulary): \d+ of \d+`;
	for (const { type, text } of texts) {
		expect(text).toMatch(type === 'TenPoint' ? /^$/ : new RegExp(`^${line}(\n${line}){3}$`));
	}
});
