import type { Simulator } from '../../simulator/index.ts';

type Kind = 'speaking' | 'writing' | 'placement';

/** Who is to be seen in the pictures, the newest last. Those without a score have not begun. */
const PEOPLE: ReadonlyArray<readonly [givenName: string, surname: string, kind: Kind, score?: number]> = [
	['Katherine', 'Johnson', 'writing', 7.9],
	['Alan', 'Turing', 'placement', 812],
	['Grace', 'Hopper', 'writing', 9.1],
	['Mary', 'Jackson', 'placement', 640],
	['Ada', 'Lovelace', 'speaking', 8.6],
	['Linus', 'Pauling', 'speaking'],
];

const HOUR_MS = 3_600_000;

/** The simulator's account with these people in place of its own, who have names to test with. */
export async function castPeople({ control }: Simulator): Promise<void> {
	await control.reset({ empty: true });
	const { assessments, now } = await control.state();
	for (const [index, [givenName, surname, kind, score]] of PEOPLE.entries()) {
		const assessment = assessments.find((candidate) => candidate.kind === kind);
		if (assessment === undefined) throw new Error(`The simulator has no assessment of the kind ${kind}`);
		const email = `${givenName.toLowerCase()}@example.com`;
		const { userId } = await control.addUser({ givenName, surname, email });
		const completed = now - (PEOPLE.length - index) * HOUR_MS;
		const assignedAt = completed - HOUR_MS;
		const { userAssessmentId } = await control.assign({ userId, assessmentId: assessment.assessmentId, assignedAt });
		if (score !== undefined) await control.score({ userAssessmentId, score, completed, sendEvent: false });
	}
}
