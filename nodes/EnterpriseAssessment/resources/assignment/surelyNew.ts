import { monotonicClock } from '../../../api/pacing/clock';
import { BEGINNING, readAssignments } from './expiry';
import { nameKeys, namesOf } from './names';
import type { Invitation } from './person';
import type { RecentInvitation } from './recent';
import { recentInvitations } from './recent';

// In an execution with many items, a person who was never assigned anything needn't be asked about, which saves one request each.
// To do without it, delete this file and its use in invite.ts.

/** For so few items, the list of assignments isn't worth reading. */
const FEW_ITEMS = 20;

/** The list is read again after so long: others assign, too. */
const FRESH_MS = 30_000;

/** Everyone who was ever assigned anything. */
interface Assigned {
	/** As `nameKeys` returns them. */
	names: Set<string>;
	readAt: number;
	/** Resolves to from when on the next reading goes on. Once one fails, so do all that follow, and everyone is asked about. */
	reading: Promise<number>;
}

/** By the object in which n8n keeps what a node remembers during one execution, through all rounds of a loop. */
const executions = new WeakMap<object, Assigned>();

/** Whether it is sure that the person was never assigned anything, without asking about them. */
export async function isSurelyNew({ item }: Invitation, attempt: RecentInvitation): Promise<boolean> {
	if (item.context.getInputData().length <= FEW_ITEMS) return false;
	const execution = item.context.getContext('node');
	const assigned = executions.get(execution) ?? { names: new Set(), readAt: 0, reading: Promise.resolve(BEGINNING) };
	executions.set(execution, assigned);
	if (monotonicClock.now() - assigned.readAt >= FRESH_MS) {
		assigned.readAt = monotonicClock.now();
		// Tried once: an account can be too large for it.
		const once = { ...item, budget: { ...item.budget, maxTries: 1 } };
		assigned.reading = assigned.reading.then(async (from) => {
			const { values, next } = await readAssignments(once, { from }, (one) => nameKeys(namesOf(one)));
			for (const name of values) assigned.names.add(name);
			return next;
		});
	}
	const isRead = (await assigned.reading.catch(() => undefined)) !== undefined;
	if (!isRead || nameKeys(attempt.names).some((name) => assigned.names.has(name))) return false;
	const { email, uniqueIdentifier } = attempt.names;
	if (email !== undefined && uniqueIdentifier !== undefined) return true;
	// One item with an address and another with an identifier can mean one user: one of them has to be asked about.
	const [own, other] = email === undefined ? ['identifier', 'address'] : ['address', 'identifier'];
	const key = (kind: string) => `${item.account.id} not asked about, by ${kind} alone`;
	if (recentInvitations.others(attempt, [key(other)]).length > 0) return false;
	recentInvitations.add(attempt, [key(own)]);
	return true;
}
