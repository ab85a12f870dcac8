import type { NodeExecutionHint } from 'n8n-workflow';

import { sentences } from '../api/request/messages';

const ONE_TIME_LINK =
	"use Sign-In Link: Create and redirect them to its link. It works once and expires after 5 minutes, so don't email it";

/** What can become of the person that an item names, as a hint goes on after `3 of 40 people`. */
const FATES = {
	withoutReports: "had no score reports, so there's no output for them. Set 'Output' to 'Users' to see them",
	notFound: "weren't found in your account, so there's no output for them",
	// Without a reusable link, by what became of the invitation:
	open: `already had an open assignment, so 'singleAssessmentSignInUrl' is empty. If they ask for a link that you haven't stored, ${ONE_TIME_LINK}`,
	finished:
		"finished the assessment recently, so they weren't invited again. To invite them too, set 'Skip People Who Finished Within (Days)' to 0",
	new: `got an assignment, but the service didn't return a reusable link ('singleAssessmentSignInUrl'). To let them start, ${ONE_TIME_LINK}`,
	leftOut:
		"already have the assessment or finished it recently, so there's no output for them. To test the workflow again, use another email address, because a person is invited once",
	notInGroups: "already had the assessment, so they weren't added to the groups",
	inEarlierGroups: "were assigned by an earlier execution, so they're only in the groups that it used",
	// These can't be added later. Only if no one in the run has a name, the parameters are probably wrong:
	nameless: "came without a name, although 'Given Name' or 'Surname' reads it from the item",
	withoutAddress: "were created without an email address, although 'Email Address' reads it from the item",
};

/** What a run's items note for the hints above the output. */
export interface Notes {
	/** The lists that items returned, and how many elements there were before 'Limit' cut them. */
	lists: Array<{ listOf: 'assessments' | 'assignments' | 'groups' | 'scores' | 'users'; shown: number; total: number }>;
	/** A hint counts those of one fate, and ends with the first one's `details`. */
	people: Array<{ fate: keyof typeof FATES; details?: string }>;
	/** Other hints, each shown once even if several items cause it. */
	said: Set<string>;
}

/** @param items how many input items are done, without those that failed */
export function hintsOf({ lists, people, said }: Notes, items: number): NodeExecutionHint[] {
	const messages = [...limitHints(lists), ...peopleHints(people, items), ...said];
	return messages.map((message) => ({ message, type: 'info', location: 'outputPane' }));
}

function limitHints(lists: Notes['lists']): string[] {
	const shown = lists.reduce((sum, list) => sum + list.shown, 0);
	const total = lists.reduce((sum, list) => sum + list.total, 0);
	if (total === shown) return [];
	return [`Showing ${shown} of ${total} ${lists[0]?.listOf}. Turn on 'Return All' or increase 'Limit' to get more.`];
}

function peopleHints(people: Notes['people'], items: number): string[] {
	return Object.entries(FATES).flatMap(([fate, text]) => {
		const those = people.filter((one) => one.fate === fate);
		if (those.length === 0 || (fate === 'nameless' && those.length < items)) return [];
		const noun = fate === 'notFound' || fate === 'withoutReports' ? 'users' : 'people';
		const one = `The person ${text.replace(/^were/, 'was')}`;
		const what = items === 1 ? one : `${those.length} of ${items} ${noun} ${text}`;
		return [`${sentences(what, those[0]?.details ?? '')}.`];
	});
}
