import { monotonicClock } from '../../../api/pacing/clock';
import { BEGINNING, readAssignments } from './expiry';
import type { Invitation } from './person';
import { identifierKeys, identifiersOf, type RecentInvitation, recentInvitations } from './recent';

// Saves a request for each new person. Inviting also works without this file and its call in invite.ts.

/** How long to use the list before reading it again, because other systems also assign. */
const EVERYONE_FRESH_MS = 30_000;

/** Everyone who was ever assigned anything. */
interface EverAssigned {
	/** As `identifierKeys` returns them. */
	keys: Set<string>;
	readAt: number;
	/** Resolves to where the next read begins. After one read fails, all later ones fail too, so each person is looked up. */
	reading: Promise<number>;
}

/** The key is the object in which n8n keeps a node's data during one execution, through all rounds of a loop. */
const executions = new WeakMap<object, EverAssigned>();

/** Whether the person was certainly never assigned anything. If so, it remembers an attempt that has only one identifier. */
export async function claimAsNew({ item, identifiers }: Invitation, attempt: RecentInvitation): Promise<boolean> {
	const execution = item.context.getContext('node');
	const ever = executions.get(execution) ?? { keys: new Set(), readAt: 0, reading: Promise.resolve(BEGINNING) };
	executions.set(execution, ever);
	if (monotonicClock.now() - ever.readAt >= EVERYONE_FRESH_MS) {
		ever.readAt = monotonicClock.now();
		// Only tried once, because the account can be too large.
		const once = { ...item, budget: { ...item.budget, maxTries: 1 } };
		ever.reading = ever.reading.then(async (from) => {
			const { values, next } = await readAssignments(once, { from }, (one) => identifierKeys(identifiersOf(one)));
			for (const key of values) ever.keys.add(key);
			return next;
		});
	}
	const isRead = (await ever.reading.catch(() => undefined)) !== undefined;
	if (!isRead || identifierKeys(identifiers).some((key) => ever.keys.has(key))) return false;
	if (identifiers.email !== undefined && identifiers.uniqueIdentifier !== undefined) return true;
	// One item can have only a user's email address, and another only the same user's unique identifier. The second of them has to be
	// looked up. We can't tell which items belong together, so attempts by email address alone share one key for all people, attempts
	// by unique identifier alone share another, and each kind checks whether the other kind's key is in use.
	const [own, other] = identifiers.email === undefined ? ['identifier', 'email'] : ['email', 'identifier'];
	const key = (kind: string) => `${item.account.id} surely new, by ${kind} alone`;
	if (recentInvitations.of([key(other)]).length > 0) return false;
	recentInvitations.add(attempt, [key(own)]);
	return true;
}
