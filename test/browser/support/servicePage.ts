import type { Page } from 'playwright-core';

/** On the simulator's page, lets a person finish the assessment that waits for them, and scores it. */
export async function finishAndScore(service: Page, person: string, points: string): Promise<void> {
	await service.getByLabel('Find by name').fill(person);
	const user = service.getByRole('listitem').filter({ hasText: person });
	await user.getByRole('button', { name: 'Finish' }).click();
	await user.getByRole('spinbutton').fill(points);
	await user.getByRole('button', { name: 'Score' }).click();
	await service.getByRole('log').getByText(`was scored: ${points} of 10`).waitFor();
}
