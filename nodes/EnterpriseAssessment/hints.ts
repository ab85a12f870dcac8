import type { NodeExecutionHint } from 'n8n-workflow';

import { sentences } from '../api/request/messages';

const ONE_TIME_LINK =
	"use Sign-In Link: Create while they're with you. Its link works once and expires after 5 minutes, so don't email it, or show it to someone who only typed their email address";

const TEST_AGAIN = 'To test again, use another email address, because a person is invited only once';

/** What can become of the person in a row, as a hint goes on after `In 3 of 40 rows, the person`. */
const FATES = {
	withoutReports: "had no score reports, so there's no output for them. Set 'Output' to 'Users' to see them",
	notFound: "wasn't found in your account, so there's no output for them",
	// Without a reusable link, by what became of the invitation:
	open: `already had an open assignment, so 'singleAssessmentSignInUrl' is empty. ${TEST_AGAIN}. If they ask for a link that you haven't stored, ${ONE_TIME_LINK}`,
	finished: `finished the assessment recently, so they weren't invited again. To invite them too, set 'Skip People Who Finished Within (Days)' to 0. ${TEST_AGAIN}`,
	new: `got an assignment, but the service didn't return a reusable link ('singleAssessmentSignInUrl'). To let them start, ${ONE_TIME_LINK}`,
	leftOut: `already had the assessment or finished it recently, so there's no output for them. ${TEST_AGAIN}`,
	otherName: "was found under another name (in 'storedName', unless they're skipped). Make sure that it's theirs",
	notInGroups: "already had the assessment, so they weren't added to the groups",
	inEarlierGroups: "was assigned by an earlier execution, so they're only in the groups that it used",
	// These can't be added later. Only if no one in the run has a name, the parameters are probably wrong:
	nameless: 'came without a name',
	withoutAddress: 'was created without an email address',
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
		const where = items === 1 ? 'The' : `In ${those.length} of ${items} rows, the`;
		return [`${sentences(`${where} person ${text}`, those[0]?.details ?? '')}.`];
	});
}
