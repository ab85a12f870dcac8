import { expect, it } from 'vitest';

import type { InvitationNote } from '../../../nodes/EnterpriseAssessment/runner.ts';
import { invitationHints } from '../../../nodes/EnterpriseAssessment/runner.ts';

const FILTER =
	"To email new invitations only, add a Filter node that keeps the items where 'singleAssessmentSignInUrl' is not empty.";
const INVITE = "To invite them, set 'Finished Counts as Assigned For (Days)' to 0 or choose 'Assign Again'.";

const noted = (kind: InvitationNote['kind'], assessmentName = 'English Speaking', finishedCountsForDays = 30) => ({
	...{ kind, assessmentName, finishedCountsForDays },
});
const several = (count: number, note: InvitationNote) => Array.from({ length: count }, () => note);

const OPEN = "an open assignment for 'English Speaking', so 'singleAssessmentSignInUrl' is empty";
const LINK =
	"To create a new link for them, use Sign-In Link: Create. That link works once and expires after 5 minutes, so don't email it.";
const FINISHED = "finished 'English Speaking' within the last";

it.each<[string, InvitationNote[], string[]]>([
	['only new people', several(3, noted('new')), []],
	['no items', [], []],
	[
		'12 of 40 people who have finished',
		[...several(28, noted('new')), ...several(12, noted('finished'))],
		[`12 of 40 people ${FINISHED} 30 days and weren't invited again. ${INVITE} ${FILTER}`],
	],
	[
		'several assessments and different numbers of days',
		[noted('finished', 'A', 1), noted('finished', 'B', 2), noted('open', 'A'), noted('open', 'B')],
		[
			`2 of 4 people already have an open assignment for the assessment, so 'singleAssessmentSignInUrl' is empty. ${LINK}`,
			`2 of 4 people finished the assessment recently and weren't invited again. ${INVITE} ${FILTER}`,
		],
	],
	[
		'one person with an open assignment, one who has finished and one new person',
		[noted('open'), noted('finished'), noted('new')],
		[
			`1 of 3 people already has ${OPEN}. ${LINK}`,
			`1 of 3 people ${FINISHED} 30 days and wasn't invited again. ${INVITE} ${FILTER}`,
		],
	],
	[
		'two new assignments without a link',
		[noted('newWithoutLink'), noted('new'), noted('newWithoutLink')],
		[
			`2 of 3 people were assigned 'English Speaking', but the service returned no reusable link, so 'singleAssessmentSignInUrl' is empty. ${LINK} ${FILTER}`,
		],
	],
	[
		'one person who finished within one day',
		[noted('finished', 'English Speaking', 1)],
		[`The person ${FINISHED.replace('the last', 'the last day')} and wasn't invited again. ${INVITE} ${FILTER}`],
	],
])('the hints report the outcome for %s', (_what, notes, hints) => {
	expect(invitationHints(notes)).toEqual(hints);
});
