import { type Random, createRandom } from '../random.ts';
import { Account, addAssessment, addGroup, newUser } from './account.ts';
import type { World } from './world.ts';
import type { AssessmentKind, AssessmentRecord, UserRecord } from './records.ts';
import type { ResultOwner } from './results.ts';
import * as transitions from './transitions.ts';

/** Names of the seeded users, beyond ASCII and beyond one given name and one surname. */
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

export interface SeedOptions {
	seed: number | string;
	/** What the seeded dates lie before, in ms. */
	now: number;
	/** Instead of a key from the seed. */
	apiKey: string | null;
	/** Without users, save the administrator. */
	empty: boolean;
}

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

/** A value like the ones that dashboards give out: letters and digits of 24 random bytes. */
export function newApiKey(random: Random): string {
	return `eak_${random.bytes(24).toString('hex')}`;
}

/** What each seeded user has done, assessment by assessment (index into ASSESSMENTS); `days` ago. */
type Deed =
	| { assessment: number; days: number; done: 'assigned' | 'expired' | 'started' | 'finished' | 'reviewed' | 'broken' }
	| { assessment: number; days: number; done: 'scored'; score: number };

const DEEDS: readonly Deed[][] = [
	[
		{ assessment: 0, days: 20, done: 'scored', score: 8.7 },
		{ assessment: 2, days: 12, done: 'scored', score: 7.5 },
		{ assessment: 4, days: 9, done: 'scored', score: 812 },
	],
	[{ assessment: 0, days: 6, done: 'scored', score: 3.1 }],
	[{ assessment: 2, days: 5, done: 'scored', score: 10 }],
	[{ assessment: 4, days: 4, done: 'scored', score: 0 }],
	[{ assessment: 1, days: 3, done: 'assigned' }],
	[{ assessment: 5, days: 3, done: 'started' }],
	[{ assessment: 1, days: 2, done: 'finished' }],
	// The newest: the page begins with somebody who can be scored for the first time.
	[{ assessment: 3, days: 0.5, done: 'finished' }],
	[{ assessment: 0, days: 8, done: 'reviewed' }],
	[{ assessment: 5, days: 7, done: 'broken' }],
	[
		{ assessment: 0, days: 40, done: 'expired' },
		{ assessment: 5, days: 1, done: 'scored', score: 431 },
	],
	[],
];

function carryOut(deed: Deed, assessment: AssessmentRecord, owner: ResultOwner, now: number, random: Random): void {
	const assignedAt = now - deed.days * DAY;
	const record = transitions.assign(assessment, owner, random.uuid(), { assignedAt, expiresAt: assignedAt + 30 * DAY });
	const startedAt = assignedAt + random.integer(5, 90) * 60_000;
	const finishedAt = startedAt + random.integer(8 * 60_000, 25 * 60_000);
	if (deed.done === 'assigned' || deed.done === 'expired') return;
	transitions.start(record, startedAt);
	if (deed.done === 'broken') transitions.needReview(record, finishedAt);
	if (deed.done === 'started' || deed.done === 'broken') return;
	transitions.finish(record, owner, finishedAt, random);
	if (deed.done === 'reviewed') transitions.needReview(record, finishedAt);
	if (deed.done === 'scored') transitions.score(record, owner, finishedAt, { score: deed.score }, random);
}

/** Every kind of identification occurs: both, e-mail only, uniqueIdentifier only; with and without studentId. */
function seededUser(index: number, random: Random): UserRecord {
	const person = PEOPLE[index] ?? PEOPLE[0];
	const number = String(index + 1).padStart(3, '0');
	return newUser(random.uuid(), {
		...person,
		email: index % 4 === 3 ? '' : `candidate${number}@example.com`,
		uniqueIdentifier: index % 4 === 2 ? '' : `EMP-${number}`,
		studentId: index % 3 === 0 ? `S-${number}` : '',
	});
}

function seedUsers(world: World, now: number, random: Random): void {
	const assessments = [...world.account.assessments.values()];
	const groupIds = [...world.account.groups.keys()];
	DEEDS.forEach((deeds, index) => {
		const user = seededUser(index, random);
		for (const [place, groupId] of groupIds.entries()) if (index % (place + 2) === 0) user.groupIds.add(groupId);
		world.account.addUser(user);
		for (const deed of deeds) {
			const assessment = assessments[deed.assessment];
			if (assessment) carryOut(deed, assessment, { world, account: world.account, user }, now, random);
		}
	});
}

function seedOtherAccount(world: World, now: number, random: Random): void {
	const account = world.otherAccount;
	account.apiKeys.set(newApiKey(random), 'active');
	addGroup(account, 'Another customer’s group', random);
	const assessment = addAssessment(account, 'Another customer’s assessment', 'speaking', random);
	const user = newUser(random.uuid(), {
		givenName: 'Another',
		surname: 'Customer',
		email: 'another@customer.example',
		uniqueIdentifier: 'OTHER-001',
		studentId: '',
	});
	account.addUser(user);
	carryOut({ assessment: 0, days: 5, done: 'scored', score: 6.5 }, assessment, { world, account, user }, now, random);
}

/** The whole content of the service at the start. */
export function seedWorld({ seed, now, apiKey, empty }: SeedOptions): World {
	const random = createRandom(seed).fork('world');
	const world: World = {
		account: new Account(random.uuid()),
		otherAccount: new Account(random.uuid()),
		files: new Map(),
		signInLinks: new Map(),
	};
	world.account.apiKeys.set(apiKey ?? newApiKey(random.fork('key')), 'active');
	for (const [name, kind] of ASSESSMENTS) addAssessment(world.account, name, kind, random);
	for (const name of GROUPS) addGroup(world.account, name, random);
	world.account.addUser(
		newUser(
			random.uuid(),
			{ givenName: 'Ada', surname: 'Admin', email: 'admin@example.com', uniqueIdentifier: 'ADMIN-001', studentId: '' },
			true,
		),
	);
	seedOtherAccount(world, now, random.fork('other account'));
	if (!empty) seedUsers(world, now, random.fork('users'));
	return world;
}
