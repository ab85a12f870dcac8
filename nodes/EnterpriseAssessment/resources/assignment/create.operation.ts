import { plainText } from '../../../api/specification/plainText';
import { parseIsoTimestamp, type ScoreReport } from '../../../api/specification/values';
import { groupIdsFor, readGroups } from '../../../shared/groups';
import { choice, collection, notice, number, refined, text, undamaged, url } from '../../../shared/parameters/kinds';
import { filledIn, type Kind, quoted, UserError } from '../../../shared/parameters/parameter';
import { groups } from '../../../shared/parameters/scores';
import { assessment, chosenAssessment } from '../../assessment';
import { dayOf } from '../../dates';
import { fieldsIfRead } from '../../errors';
import { isTool, operation } from '../../operation';
import { emailAddressOf, identifierOf } from '../../user';
import { identifiersOf, LABELS, refuseContradiction } from './identity';
import { beforeAssigning, FINISHED_COUNTS_LABEL, invite } from './invite';
import { refuseEmptyMapping } from './mapping';
import { fullName } from './names';
import { isOpen } from './person';

/** Specification: POST /assign. */
const MAX_IDENTIFIER_LENGTH = 200;

/** POST /assign, unless the person already has the assessment */
export const assignmentCreate = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Invite a person to an assessment',
		description: 'Assign an assessment to a new or existing user, and get a link to send them',
	},
	parameters: {
		emailNotice: notice(
			"n8n doesn't email the link. To send it, add an email node after this one and put the reusable link ('singleAssessmentSignInUrl') in its text.",
			// No node comes after a tool.
			{ hide: { '@tool': [true] } },
		),
		assessmentId: assessment,
		emailAddress: refined(
			text(
				LABELS.email,
				"Without an email address, the person can't recover their account or be notified of their score",
				{ placeholder: 'e.g. nathan@example.com', hint: 'Enter an email address, a unique identifier, or both' },
			),
			emailAddressOf,
		),
		givenName: name('Given Name', 'Nathan'),
		surName: name('Surname', 'Smith'),
		uniqueIdentifier: refined(
			text(
				LABELS.uniqueIdentifier,
				'Your own ID for the person, e.g. the one in your CRM, unique in your account. You can use it to identify the person in other operations. Up to 200 characters.',
				{ placeholder: 'e.g. applicant-4711' },
			),
			(given, label) => {
				if ([...given].length <= MAX_IDENTIFIER_LENGTH) return identifierOf(given, label);
				const message = `The parameter '${label}' is longer than ${MAX_IDENTIFIER_LENGTH} characters`;
				throw new UserError(message, 'Use a shorter identifier, e.g. a hash of the long one');
			},
		),
		assignedGroups: groups('Groups to add the person to when an assessment is assigned'),
		ifAlreadyAssigned: choice(
			'If Already Assigned',
			'returnExisting',
			[
				['Assign Again', 'assignAgain', 'Assign the assessment again, even if the person already has it'],
				[
					'Return an Error',
					'fail',
					'Fail this item. People who finished recently count, too. The error shows the existing assignment.',
				],
				[
					'Return Existing Assignment',
					'returnExisting',
					"Return the existing assignment, with 'alreadyAssigned' set to true",
				],
				['Skip the Person', 'skip', 'Leave the person out of the output'],
			],
			{
				description:
					"What to do if the person has this assessment open, or finished it recently. With 'Return Existing Assignment', the person isn't added to groups and the return URL stays the same.",
				hint: "Only new assignments have the reusable link 'singleAssessmentSignInUrl'. Before you email it, check that it isn't empty.",
			},
		),
		finishedCountsForDays: number(
			FINISHED_COUNTS_LABEL,
			"Don't invite people again if they finished this assessment within this many days. With 'Return an Error', their rows fail instead. With 0, everyone who has finished is invited again.",
			{ default: 30, least: 0, most: 3650, displayOptions: { hide: { ifAlreadyAssigned: ['assignAgain'] } } },
		),
		additionalFields: collection('additionalFields', {
			returnUrl: url(
				'Return URL',
				'The URL to send the person to after they finish the assessment',
				'e.g. https://example.com/thanks',
			),
			studentId: text('Student ID', "Only stored when a new user is created. Later assignments don't change it.", {
				placeholder: 'e.g. S-2026-001',
			}),
		}),
	},
	ifLost:
		'To get the links of the people who were assigned, invite them again within 24 hours, with the same API key and before n8n restarts (in queue mode, on the same worker). They are returned as new',
	checkRun: refuseEmptyMapping,
	check(item, { emailAddress: email, uniqueIdentifier, givenName, surName: surname }) {
		refuseContradiction(item, { email, uniqueIdentifier, givenName, surname });
		if (email !== '' || uniqueIdentifier !== '') return;
		const message = "'Email Address' and 'Unique Identifier' are both empty";
		throw new UserError(message, 'Fill in at least one of them', ['emailAddress', 'uniqueIdentifier']);
	},
	async prepare(item, given) {
		const groupIds = groupIdsFor(given.assignedGroups, async () => await readGroups(item));
		const reading = Promise.all([chosenAssessment(item, given.assessmentId), groupIds]);
		const [chosen, assignedGroups] = await beforeAssigning(reading, 'Nothing was assigned');
		const { assessmentId, name: assessmentName } = chosen;
		const { emailAddress, uniqueIdentifier, givenName, surName } = given;
		const sent = { emailAddress, uniqueIdentifier, givenName, surName, assignedGroups, ...given.additionalFields };
		const { context, notes } = item;
		// A model wouldn't learn anything of a person who is left out.
		const isShown = given.ifAlreadyAssigned === 'skip' && isTool(context.getNode());
		const ifAlreadyAssigned = isShown ? 'returnExisting' : given.ifAlreadyAssigned;
		return async () => {
			const { kind, hasGroups, isNewUser, report, storedName, response } = await invite({
				item,
				body: { assessmentId, ...filledIn(sent) },
				identifiers: identifiersOf({ email: emailAddress, uniqueIdentifier }),
				assessmentName,
				ifAlreadyAssigned,
				finishedCountsForDays: given.finishedCountsForDays,
			});
			const { people, said } = notes;
			const alreadyAssigned = kind !== 'new';
			if (storedName !== undefined) {
				const named = quoted(fullName({ givenName, surname: surName }));
				people.push({ fate: 'otherName', details: `E.g. ${named} was found as ${quoted(storedName)}` });
			}
			if (alreadyAssigned && ifAlreadyAssigned === 'skip') {
				people.push({ fate: 'leftOut' });
				return [];
			}
			if (!response.singleAssessmentSignInUrl) {
				people.push({ fate: kind });
				said.add(ONLY_NEW);
			}
			if (!hasGroups) people.push({ fate: kind === 'new' ? 'inEarlierGroups' : 'notInGroups' });
			const noName = givenName === '' && surName === '' ? fieldsIfRead(item, ['givenName', 'surName']) : undefined;
			const noAddress = emailAddress === '' ? fieldsIfRead(item, ['emailAddress']) : undefined;
			if (noName !== undefined) people.push({ fate: 'nameless', details: noName });
			if (isNewUser === true && noAddress !== undefined) people.push({ fate: 'withoutAddress', details: noAddress });
			const who = filledIn({ email: emailAddress, uniqueIdentifier, givenName, surname: surName });
			const { status = 'NotStarted', completed = null } = report ?? {};
			const notInvitedBecause = alreadyAssigned && report ? reasonFor(report, context.getTimezone()) : null;
			const what = { assessmentName, alreadyAssigned, notInvitedBecause };
			return [
				{ json: { ...who, ...what, ...NO_LINKS, status, completed, storedName: storedName ?? null, ...response } },
			];
		};
	},
});

function name(label: string, example: string): Kind<string> {
	const kind = text(label, `The person's ${label.toLowerCase()}. The service can ignore it for existing users.`, {
		placeholder: `e.g. ${example}`,
	});
	return refined(kind, (given) => {
		// In other spellings, as well as Null and None, it can be a name. Excel saves letters that an encoding lacks as question marks.
		if (!/(?<!\S)(?:undefined|NaN|\[object Object\])(?!\S)/.test(given)) return undamaged(given, label, /\?[\p{L}?]/u);
		const message = `The parameter '${label}' isn't a name: ${quoted(given)}`;
		throw new UserError(message, "The expression found nothing. Check its field names, or write ?? '' after them");
	});
}

/** Why a person wasn't invited, for a table or an email. */
function reasonFor({ status, completed }: ScoreReport, timezone: string): string {
	if (isOpen({ status })) return `Already has this assessment (${plainText(status ?? '')})`;
	const at = parseIsoTimestamp(completed);
	return `Finished this assessment${at === undefined ? '' : ` on ${dayOf(at, timezone)}`}`;
}

const ONLY_NEW = "To email only new invitations, set 'If Already Assigned' to 'Skip the Person'.";

/** Default values, because all rows must have these fields in this order. */
const NO_LINKS = {
	singleAssessmentSignInUrl: null,
	singleAssessmentSignInUrlExpiresAt: null,
	signInUrl: null,
	signInUrlExpiresAt: null,
};
