import { monotonicClock } from '../../../api/pacing/clock';
import { BEGINNING, readAssignments } from './expiry';
import type { Invitation } from './person';
import { nameKeys, namesOf, type RecentInvitation, recentInvitations } from './recent';

// Saves a request for each new person. To do without it, delete this file and its call in invite.ts.

/** How long to use the list before reading it again, because other systems also assign. */
const FRESH_MS = 30_000;

/** Everyone who was ever assigned anything. */
interface EverAssigned {
	/** As `nameKeys` returns them. */
	names: Set<string>;
	readAt: number;
	/** Resolves to where the next read begins. After one read fails, all later ones fail too, so each person is looked up. */
	reading: Promise<number>;
}

/** The key is the object in which n8n keeps a node's data during one execution, through all rounds of a loop. */
const executions = new WeakMap<object, EverAssigned>();

/** Whether it's certain that the person was never assigned anything. */
export async function isSurelyNew({ item, names }: Invitation, attempt: RecentInvitation): Promise<boolean> {
	const execution = item.context.getContext('node');
	const ever = executions.get(execution) ?? { names: new Set(), readAt: 0, reading: Promise.resolve(BEGINNING) };
	executions.set(execution, ever);
	if (monotonicClock.now() - ever.readAt >= FRESH_MS) {
		ever.readAt = monotonicClock.now();
		// Only tried once, because the account can be too large.
		const once = { ...item, budget: { ...item.budget, maxTries: 1 } };
		ever.reading = ever.reading.then(async (from) => {
			const { values, next } = await readAssignments(once, { from }, (one) => nameKeys(namesOf(one)));
			for (const name of values) ever.names.add(name);
			return next;
		});
	}
	const isRead = (await ever.reading.catch(() => undefined)) !== undefined;
	if (!isRead || nameKeys(names).some((name) => ever.names.has(name))) return false;
	if (names.email !== undefined && names.uniqueIdentifier !== undefined) return true;
	// An item with an email address and one with an identifier can refer to the same user, so one of them has to be looked up.
	const [own, other] = names.email === undefined ? ['identifier', 'email'] : ['email', 'identifier'];
	const key = (kind: string) => `${item.account.id} surely new, by ${kind} alone`;
	if (recentInvitations.of([key(other)]).length > 0) return false;
	recentInvitations.add(attempt, [key(own)]);
	return true;
}
