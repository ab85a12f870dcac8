import type { NodeExecutionHint } from 'n8n-workflow';

import { plainText } from '../api/specification/plainText';

export const FINISHED_COUNTS_LABEL = 'Skip People Who Finished Within (Days)';

/** What a run's items note for the hints above the output. */
export interface Notes {
	/** Hints, each shown once even if several items cause it. */
	said: Set<string>;
	/** The lists that items returned, and how many elements there were before 'Limit' cut them. */
	lists: Array<{ listOf: 'assessments' | 'assignments' | 'groups' | 'scores' | 'users'; shown: number; total: number }>;
	/** What became of each user that an item asked for. */
	users: Array<'found' | 'notFound' | 'withoutReports'>;
	invitations: InvitationNote[];
}

/** The result of one item's invitation. */
interface InvitationNote {
	assessmentName: string;
	/** A new assignment, with or without a reusable link, or an existing one, open or finished. */
	kind: 'new' | 'newWithoutLink' | 'open' | 'finished';
	finishedCountsForDays: number;
	/** Whether the person was to be added to groups, which only happens with a new assignment. */
	hasGroups: boolean;
	/** What the person lacks although an expression reads it from the item. It can't be added later. */
	lacks: { name: boolean; address: boolean };
	/** The item's fields, in words. */
	fields: string;
}

export function hintsOf({ said, lists, users, invitations }: Notes): NodeExecutionHint[] {
	const messages = [...said, ...limitHints(lists), ...userHints(users), ...invitationHints(invitations)];
	return [...messages, ...lackHints(invitations)].map((message) => ({ message, type: 'info', location: 'outputPane' }));
}

function* limitHints(lists: Notes['lists']) {
	const shown = lists.reduce((sum, list) => sum + list.shown, 0);
	const total = lists.reduce((sum, list) => sum + list.total, 0);
	if (total === shown) return;
	yield `Showing ${shown} of ${total} ${lists[0]?.listOf}. Turn on 'Return All' or increase 'Limit' to get more.`;
}

function* userHints(users: Notes['users']) {
	const withoutReports = users.filter((user) => user === 'withoutReports').length;
	const notFound = users.filter((user) => user === 'notFound').length;
	const have = withoutReports === 1 ? 'One user has' : `${withoutReports} users have`;
	if (withoutReports > 0)
		yield `${have} no score reports, so there's no output for them. Set 'Output' to 'Users' to see them.`;
	if (notFound > 0)
		yield `${notFound} of ${users.length} users weren't found in your account, so there's no output for them.`;
}

function* lackHints(invitations: Invitations) {
	const { length } = invitations;
	const nameless = invitations.filter(({ lacks }) => lacks.name);
	const withoutAddress = invitations.filter(({ lacks }) => lacks.address);
	const people = length === 1 ? 'The person was' : `${withoutAddress.length} of ${length} people were`;
	if (length > 0 && nameless.length === length)
		yield `No one in this run has a name, although 'Given Name' or 'Surname' reads it from the item. ${nameless[0]?.fields}.`;
	if (withoutAddress.length > 0)
		yield `${people} created without an email address, although 'Email Address' reads it from the item. ${withoutAddress[0]?.fields}.`;
}

const FILTER_ADVICE =
	"To email only new invitations, add a Filter node that keeps the items where 'singleAssessmentSignInUrl' is not empty.";

const ONE_TIME_LINK =
	"use Sign-In Link: Create and redirect them to its link. It works once and expires after 5 minutes, so don't email it.";

type Invitations = readonly InvitationNote[];

/** A hint's text about people without a reusable link. */
const HINTS = {
	open: (notes: Invitations) =>
		`already ${ofOne(notes, 'has', 'have')} an open assignment for ${assessmentOf(notes)}, so 'singleAssessmentSignInUrl' is empty.${notInGroups(notes)} If they ask for a link that you haven't stored, ${ONE_TIME_LINK}`,
	finished: (notes: Invitations) =>
		`finished ${assessmentOf(notes)} ${when(notes)} and ${ofOne(notes, "wasn't", "weren't")} invited again.${notInGroups(notes)} To invite them too, set '${FINISHED_COUNTS_LABEL}' to 0.`,
	newWithoutLink: (notes: Invitations) =>
		`${ofOne(notes, 'was', 'were')} assigned ${assessmentOf(notes)}, but the service didn't return a reusable link ('singleAssessmentSignInUrl'). To let them start, ${ONE_TIME_LINK}`,
};

function invitationHints(notes: Invitations): string[] {
	const hints = (['open', 'finished', 'newWithoutLink'] as const).flatMap((kind) => {
		const those = notes.filter((note) => note.kind === kind);
		const people = notes.length === 1 ? 'The person' : `${those.length} of ${notes.length} people`;
		return those.length === 0 ? [] : [`${people} ${HINTS[kind](those)}`];
	});
	return hints.map((hint, index) => (index === hints.length - 1 ? `${hint} ${FILTER_ADVICE}` : hint));
}

function ofOne({ length }: Invitations, one: string, several: string): string {
	return length === 1 ? one : several;
}

function notInGroups(notes: Invitations): string {
	return notes.some(({ hasGroups }) => hasGroups) ? " They weren't added to the groups." : '';
}

function assessmentOf(notes: Invitations): string {
	const [name, ...others] = new Set(notes.map(({ assessmentName }) => assessmentName));
	return others.length === 0 ? `'${plainText(name ?? '')}'` : 'the assessment';
}

function when(notes: Invitations): string {
	const [days, ...others] = new Set(notes.map(({ finishedCountsForDays }) => finishedCountsForDays));
	if (others.length > 0) return 'recently';
	return days === 1 ? 'within the last day' : `within the last ${days} days`;
}
