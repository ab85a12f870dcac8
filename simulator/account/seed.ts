import { createRandom } from '../random.ts';
import type { Status } from '../../specification/types.d.ts';
import { Account, newApiKey } from './account.ts';
import type { AssessmentKind } from './records.ts';
import * as transitions from './transitions.ts';

/** Names of the seeded users, including non-ASCII characters and several given names or surnames. */
export const PEOPLE = [
	{ givenName: 'Zoë', surname: 'Brontë-Smith' },
	{ givenName: 'Søren', surname: 'Kjærgård' },
	{ givenName: 'Nguyễn Thị', surname: 'Ánh' },
	{ givenName: '李', surname: '小龍' },
	{ givenName: 'Ωmega', surname: 'Παπαδόπουλος' },
	{ givenName: 'Дарья', surname: 'Щукина' },
	{ givenName: 'محمد', surname: 'الهاشمي' },
	{ givenName: 'Máire', surname: "O'Néill" },
	{ givenName: 'Anna', surname: 'Łukaszewska' },
	{ givenName: 'さくら', surname: '山田' },
	{ givenName: 'John "Jack"', surname: 'Doe, Jr.' },
	{ givenName: 'Émile 😀', surname: 'Müller' },
] as const;

const DAY = 24 * 60 * 60_000;

const ASSESSMENTS: ReadonlyArray<[name: string, kind: AssessmentKind]> = [
	['English Speaking', 'speaking'],
	['Spanish Speaking', 'speaking'],
	['English Writing', 'writing'],
	['Français – Expression écrite', 'writing'],
	['English Placement', 'placement'],
	['Deutsch Einstufung', 'placement'],
];
const GROUPS = ['Autumn intake', 'Équipe Paris', 'Sales – Tōkyō'];

/** The seeded assignments: person and assessment (by index), how many days ago, and the outcome. */
const ASSIGNED: ReadonlyArray<[person: number, assessment: number, days: number, Status | 'Broken', score?: number]> = [
	[0, 0, 20, 'Completed', 8.7],
	[0, 2, 12, 'Completed', 7.5],
	[0, 4, 9, 'Completed', 812],
	[1, 0, 6, 'Completed', 3.1],
	[2, 2, 5, 'Completed', 10],
	[3, 4, 4, 'Completed', 0],
	[4, 1, 3, 'NotStarted'],
	[5, 5, 3, 'InProgress'],
	[6, 1, 2, 'ScorePending'],
	// The newest assignment, so the page begins with a person who can be scored for the first time.
	[7, 3, 0.5, 'ScorePending'],
	[8, 0, 8, 'NeedsReview'],
	// An error occurred during the assessment, so it was never finished.
	[9, 5, 7, 'Broken'],
	// This assignment has expired.
	[10, 0, 40, 'NotStarted'],
	[10, 5, 1, 'Completed', 431],
];

/** The seed has every combination of identifiers: both, email only and uniqueIdentifier only, with and without studentId. */
function seedUser(account: Account, index: number, now: number): void {
	const number = String(index + 1).padStart(3, '0');
	const user = account.addUser({
		...PEOPLE[index],
		email: index % 4 === 3 ? '' : `candidate${number}@example.com`,
		uniqueIdentifier: index % 4 === 2 ? '' : `EMP-${number}`,
		studentId: index % 3 === 0 ? `S-${number}` : '',
	});
	[...account.groups.keys()].forEach((groupId, place) => {
		if (index % (place + 2) === 0) user.groupIds.add(groupId);
	});
	const assessments = [...account.assessments.values()];
	for (const [person, place, days, status, score] of ASSIGNED) {
		const assessment = assessments[place];
		if (person !== index || !assessment) continue;
		const record = transitions.assign(account, user, assessment, now - days * DAY);
		const at = record.assignedAt + account.random.integer(20, 120) * 60_000;
		transitions.bring(record, account, status === 'Broken' ? 'InProgress' : status, at, score);
		if (status === 'Broken') transitions.needReview(record, at);
	}
}

/** The service's initial content. All seeded dates are before `now`. An empty service only has the administrator. */
export function seedAccount(seed: number | string, empty: boolean, now: number): Account {
	const account = new Account(createRandom(`${seed} account`));
	account.apiKeys.set(newApiKey(account.random), 'active');
	for (const [name, kind] of ASSESSMENTS) account.addAssessment(name, kind);
	for (const name of GROUPS) account.addGroup(name);
	account.addUser({
		givenName: 'Ada',
		surname: 'Admin',
		email: 'admin@example.com',
		uniqueIdentifier: 'ADMIN-001',
		administrator: true,
	});
	if (!empty) PEOPLE.forEach((_person, index) => seedUser(account, index, now));
	return account;
}
