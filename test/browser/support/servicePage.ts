import type { Browser } from 'playwright-core';

import type { Playground } from '../../../playground/playground.ts';

/** On the simulator's page, lets a person finish the assessment that waits for them, and scores it. */
export async function finishAndScore(
	browser: Browser,
	{ simulator }: Playground,
	person: string,
	points: string,
): Promise<void> {
	const service = await browser.newPage();
	service.setDefaultTimeout(60_000);
	await service.goto(simulator.baseHost);
	await service.getByLabel('Find by name').fill(person);
	const rows = service.getByRole('listitem').filter({ hasText: person });
	await rows
		.getByRole('button', { name: /^Finish/ })
		.first()
		.click();
	// The last is the assessment's own row, within the person's.
	const finished = rows.filter({ hasText: 'ScorePending' }).last();
	await finished.getByLabel(/^Score of/).fill(points);
	await finished.getByRole('button', { name: /^Score/ }).click();
	await service.getByRole('log').getByText(`The score is ${points}.`).waitFor();
	await service.close();
}
