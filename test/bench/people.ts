import type { SimulatorControl } from '../../simulator/index.ts';

/** Adds people who have a score each, and gives their e-mail addresses. */
export async function addPeople(control: SimulatorControl, count: number): Promise<string[]> {
	const { userIds } = await control.addUsers({ count });
	const people = await Promise.all(userIds.map((userId) => control.user({ userId })));
	return people.map(({ email }) => email ?? '');
}
