export const FINISHED_COUNTS_LABEL = 'Finished Counts as Assigned For (Days)';

/** What came of the invitation of one item. */
export interface InvitationNote {
	assessmentName: string;
	/** New with or without a reusable link, or what the person had of the assessment. */
	kind: 'new' | 'newWithoutLink' | 'open' | 'finished';
	finishedCountsForDays: number;
}

const FILTER_ADVICE =
	"To email new invitations only, add a Filter node that keeps the items where 'singleAssessmentSignInUrl' is not empty.";

/** Says who has no reusable link, and what to do about it. */
export function invitationHints(notes: readonly InvitationNote[]): string[] {
	const those = (kind: InvitationNote['kind']) => notes.filter((note) => note.kind === kind);
	const [open, finished, withoutLink] = [those('open'), those('finished'), those('newWithoutLink')];
	const people = ({ length }: readonly InvitationNote[]) =>
		notes.length === 1 ? 'The person' : `${length} of ${notes.length} people`;
	const hints: string[] = [];
	if (open.length > 0) {
		const have = open.length === 1 ? 'has' : 'have';
		hints.push(
			`${people(open)} already ${have} an open assignment for ${assessmentOf(open)}, so 'singleAssessmentSignInUrl' is empty. For a new link to it, use Sign-In Link: Create.`,
		);
	}
	if (finished.length > 0) {
		const were = finished.length === 1 ? "wasn't" : "weren't";
		hints.push(
			`${people(finished)} finished ${assessmentOf(finished)} ${when(finished)} and ${were} invited again. To invite them, set '${FINISHED_COUNTS_LABEL}' to 0 or choose 'Assign Again'.`,
		);
	}
	if (withoutLink.length > 0) {
		const were = withoutLink.length === 1 ? 'was' : 'were';
		hints.push(
			`${people(withoutLink)} ${were} assigned ${assessmentOf(withoutLink)}, but the service returned no reusable link, so 'singleAssessmentSignInUrl' is empty. For another link to it, use Sign-In Link: Create.`,
		);
	}
	return hints.map((hint, index) => (index === hints.length - 1 ? `${hint} ${FILTER_ADVICE}` : hint));
}

function assessmentOf(notes: readonly InvitationNote[]): string {
	const [name, ...others] = new Set(notes.map(({ assessmentName }) => assessmentName));
	return others.length === 0 ? `'${name}'` : 'the assessment';
}

function when(notes: readonly InvitationNote[]): string {
	const [days, ...others] = new Set(notes.map(({ finishedCountsForDays }) => finishedCountsForDays));
	if (others.length > 0) return 'recently';
	return days === 1 ? 'within the last day' : `within the last ${days} days`;
}
