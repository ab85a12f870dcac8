import { groupIdsFor } from '../../../shared/groups';
import { choice, collection, notice, number, text, url } from '../../../shared/parameters/kinds';
import { ParameterError } from '../../../shared/parameters/parameter';
import { assignedGroups } from '../../../shared/parameters/scores';
import { filledIn } from '../../../shared/parameters/values';
import { assessment, chosenAssessment } from '../../assessment';
import { FINISHED_COUNTS_LABEL } from '../../hints';
import { operation } from '../../operation';
import { beforeAssigning, invite } from './invite';
import { isOpen } from './person';
import { identifiersOf } from './recent';

/** Specification: POST /assign. */
const MAX_IDENTIFIER_LENGTH = 200;

const MAX_DAYS = 3650;

const PARAMETERS = {
	emailNotice: notice(
		"n8n doesn't email the link. To send it, add an email node after this one and put the reusable link ('singleAssessmentSignInUrl') in its text.",
	),
	assessmentId: assessment,
	emailAddress: text(
		'Email Address',
		"Without an email address, the person can't recover their account or be notified of their score",
		{ placeholder: 'e.g. nathan@example.com', hint: 'Enter an email address, a unique identifier, or both' },
	),
	givenName: text('Given Name', "The person's given name. May be ignored for existing users.", {
		placeholder: 'e.g. Nathan',
	}),
	surName: text('Surname', "The person's surname. May be ignored for existing users.", { placeholder: 'e.g. Smith' }),
	uniqueIdentifier: text(
		'Unique Identifier',
		'Your own ID for the person, e.g. the one in your CRM. You can use it to identify the person in other operations. Up to 200 characters.',
		{ placeholder: 'e.g. applicant-4711' },
	),
	assignedGroups,
	ifAlreadyAssigned: choice(
		'If Already Assigned',
		'returnExisting',
		[
			['Assign Again', 'assignAgain', 'Assign the assessment again, even if the person already has it'],
			['Return an Error', 'fail', 'Fail this item. The error shows the existing assignment.'],
			[
				'Return Existing Assignment',
				'returnExisting',
				"Return the existing assignment, with 'alreadyAssigned' set to true",
			],
		],
		{
			description:
				"What to do if the person already has this assessment and it hasn't expired. With 'Return Existing Assignment', the person isn't added to groups and the return URL stays the same.",
			hint: "Only new assignments have the reusable link 'singleAssessmentSignInUrl'. Before you email it, check that it isn't empty.",
		},
	),
	finishedCountsForDays: number(
		{
			displayName: FINISHED_COUNTS_LABEL,
			...{ default: 30, least: 0, most: MAX_DAYS },
			displayOptions: { hide: { ifAlreadyAssigned: ['assignAgain'] } },
			description:
				"How many days must pass before someone who finished the assessment can be invited again. Set to 0 to invite people again as soon as they've finished.",
		},
		(given) =>
			new ParameterError(
				`The parameter '${FINISHED_COUNTS_LABEL}' needs a number from 0 to ${MAX_DAYS}, but got ${given}`,
				'Enter a number of days, e.g. 30, or 0 to invite people again as soon as they finish',
			),
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
};

/** POST /assign, unless the person already has the assessment */
export const assignmentCreate = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Invite a person to an assessment',
		description: 'Assign an assessment to a new or existing user, and get a link to send them',
	},
	parameters: PARAMETERS,
	async execute(item, given) {
		const { emailAddress: email, uniqueIdentifier, givenName, surName: surname, ifAlreadyAssigned } = given;
		checkIdentifiers(email, uniqueIdentifier);
		const finishedCountsForDays = ifAlreadyAssigned === 'assignAgain' ? 0 : given.finishedCountsForDays;
		const { assessmentId, name: assessmentName } = await beforeAssigning(chosenAssessment(item, given.assessmentId));
		const who = filledIn({ email, uniqueIdentifier, givenName, surname });
		const groupIds = await beforeAssigning(groupIdsFor(item, given.assignedGroups));
		const { existing, response } = await invite({
			item,
			body: {
				assessmentId,
				...filledIn({
					emailAddress: email,
					uniqueIdentifier,
					givenName,
					surName: surname,
					assignedGroups: groupIds,
					...given.additionalFields,
				}),
			},
			identifiers: identifiersOf({ email, uniqueIdentifier }),
			assessmentName,
			ifAlreadyAssigned,
			finishedCountsForDays,
		});
		const kindOfNew = response.singleAssessmentSignInUrl ? 'new' : 'newWithoutLink';
		const kindOfExisting = existing && (isOpen(existing) ? 'open' : 'finished');
		const hasGroups = groupIds.length > 0;
		item.notes.invited({ assessmentName, finishedCountsForDays, hasGroups, kind: kindOfExisting ?? kindOfNew });
		const { status = 'NotStarted', completed = null } = existing ?? {};
		const what = { assessmentName, alreadyAssigned: existing !== undefined, status, completed };
		return [{ json: { ...who, ...what, ...NO_LINKS, ...response } }];
	},
});

/** Default values, because all rows must have these fields in this order. */
const NO_LINKS = {
	singleAssessmentSignInUrl: null,
	singleAssessmentSignInUrlExpiresAt: null,
	signInUrl: null,
	signInUrlExpiresAt: null,
};

function checkIdentifiers(emailAddress: string, uniqueIdentifier: string): void {
	if (emailAddress === '' && uniqueIdentifier === '') {
		const message = "'Email Address' and 'Unique Identifier' are both empty";
		throw new ParameterError(message, 'Fill in at least one of them', ['emailAddress', 'uniqueIdentifier']);
	}
	if ([...uniqueIdentifier].length <= MAX_IDENTIFIER_LENGTH) return;
	const message = `The parameter 'Unique Identifier' is longer than ${MAX_IDENTIFIER_LENGTH} characters`;
	throw new ParameterError(message, 'Use a shorter identifier, e.g. a hash of the long one');
}
