import { expect, it } from 'vitest';

import { invitationHints, type InvitationNote } from '../../../nodes/EnterpriseAssessment/hints.ts';

const FILTER =
	"To email only new invitations, add a Filter node that keeps the items where 'singleAssessmentSignInUrl' is not empty.";
const INVITE = "To invite them too, set 'Skip People Who Finished Within (Days)' to 0.";

const noted = (kind: InvitationNote['kind'], assessmentName = 'English Speaking', finishedCountsForDays = 30) => ({
	...{ kind, assessmentName, finishedCountsForDays, hasGroups: false, fields: '' },
	lacks: { name: false, address: false },
});
const several = (count: number, note: InvitationNote) => Array.from({ length: count }, () => note);

const LINK =
	"use Sign-In Link: Create and redirect them to its link. It works once and expires after 5 minutes, so don't email it.";
const open = (who: string, what = "'English Speaking'") =>
	`${who} an open assignment for ${what}, so 'singleAssessmentSignInUrl' is empty. If they ask for a link that you haven't stored, ${LINK}`;
const finished = (who: string, what = "'English Speaking' within the last 30 days", verb = "weren't") =>
	`${who} finished ${what} and ${verb} invited again. ${INVITE} ${FILTER}`;
const WITHOUT_LINK = `2 of 3 people were assigned 'English Speaking', but the service didn't return a reusable link ('singleAssessmentSignInUrl'). To let them start, ${LINK} ${FILTER}`;

it.each<[string[], InvitationNote[]]>([
	[[], several(3, noted('new'))],
	[[finished('12 of 40 people')], [...several(28, noted('new')), ...several(12, noted('finished'))]],
	[
		[open('2 of 4 people already have', 'the assessment'), finished('2 of 4 people', 'the assessment recently')],
		[noted('finished', 'A', 1), noted('finished', 'B', 2), noted('open', 'A'), noted('open', 'B')],
	],
	[
		[open('1 of 3 people already has'), finished('1 of 3 people', undefined, "wasn't")],
		[noted('open'), noted('finished'), noted('new')],
	],
	[[WITHOUT_LINK], [noted('newWithoutLink'), noted('new'), noted('newWithoutLink')]],
	[
		[finished('The person', "'English Speaking' within the last day", "wasn't")],
		[noted('finished', 'English Speaking', 1)],
	],
])('inviting people shows the hints %j', (hints, notes) => {
	expect(invitationHints(notes)).toEqual(hints);
});

it('people who were to be added to groups and have the assessment already are said not to be in them', () => {
	const hints = (...kinds: Array<InvitationNote['kind']>) =>
		invitationHints(kinds.map((kind) => ({ ...noted(kind), hasGroups: true })));
	const [open, finished] = hints('open', 'finished', 'new', 'finished');
	expect(open).toContain("'singleAssessmentSignInUrl' is empty. They weren't added to the groups. If they ask");
	expect(finished).toContain("weren't invited again. They weren't added to the groups. To invite them");
	expect(hints('new', 'newWithoutLink').join()).not.toContain('groups');
});
