import type { Assignment } from '../../../../nodes/api/specification/types.ts';
import { AssessmentNames } from '../../../../nodes/EnterpriseAssessment/resources/assignment/ledger/assessmentNames.ts';
import type { Person } from '../../../../nodes/EnterpriseAssessment/resources/assignment/ledger/ledger.ts';
import { Ledger } from '../../../../nodes/EnterpriseAssessment/resources/assignment/ledger/ledger.ts';
import type { Names } from '../../../../nodes/EnterpriseAssessment/resources/assignment/ledger/person.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const SPEAKING = 'ID-of-speaking';
export const WRITING = 'ID-of-writing';
export const NORA: Names = { emailAddress: 'nora@example.com', uniqueIdentifier: 'N-1' };

export const person = (names: Names): Person => ({ names });
export const links = { signInUrl: 'https://x.example/', signInUrlExpiresAt: '2026-11-21T12:05:00Z' };

export function ledgerWith(...assignments: Assignment[]): Ledger {
	const ledger = new Ledger();
	ledger.assessments = new AssessmentNames([
		{ assessmentId: SPEAKING, name: 'Speaking' },
		{ assessmentId: WRITING, name: 'Writing' },
	]);
	ledger.take(assignments, NOW, { isWhole: true });
	return ledger;
}

export function assignment(more: Partial<Assignment> = {}): Assignment {
	return {
		...{ userId: 'U1', userAssessmentId: 'a', assessmentName: 'Speaking' },
		...{ email: 'Nora@Example.com', uniqueIdentifier: 'N-1', assignedAt: '2026-11-20T12:00:00Z' },
		...more,
	};
}

export const kindFor = (ledger: Ledger, names: Names, assessmentId = SPEAKING, now = NOW) =>
	ledger.judge(person(names), assessmentId, now).kind;

export function heldBy(ledger: Ledger, names: Names, assessmentId = SPEAKING, now = NOW): string[] {
	const verdict = ledger.judge(person(names), assessmentId, now);
	return verdict.kind === 'holds' ? verdict.assignments.map(({ userAssessmentId }) => userAssessmentId) : [];
}
