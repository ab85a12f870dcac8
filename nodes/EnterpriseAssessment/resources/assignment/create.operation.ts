import type { AssignRequest } from '../../../api/specification/types';
import { collectionField } from '../../../shared/fields';
import { describeValue, filledIn, readNumber } from '../../../shared/parameters';
import { assessmentField, chosenAssessment } from '../../assessment';
import { choiceField, noticeField, textField } from '../../fields';
import { FINISHED_COUNTS_LABEL } from '../../hints';
import { type InputItem, itemError, type Operation } from '../../operation';
import { choiceParameter, collection, emptyError, fullUrl, idList, textParameter, textValue } from '../../parameters';
import { beforeAssigning, invite } from './invite';
import { isOpen } from './person';
import { identifiersOf } from './recent';

/** Specification: POST /assign. */
const MAX_IDENTIFIER_LENGTH = 200;

const MAX_DAYS = 3650;
const IF_ASSIGNED = 'If Already Assigned';
const POLICIES = ['assignAgain', 'returnExisting', 'fail'] as const;

/** POST /assign, unless the person already has the assessment */
export const assignmentCreate: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Invite a person to an assessment',
		description: 'Assign an assessment to a new or existing user, and get a link to send them',
	},
	fields: [
		noticeField(
			'emailNotice',
			"n8n doesn't email the link. To send it, add an email node after this one and put the reusable link ('singleAssessmentSignInUrl') in its text.",
		),
		assessmentField(),
		{
			...textField(
				'Email Address',
				'emailAddress',
				'e.g. nathan@example.com',
				"Without an email address, the person can't recover their account or be notified of their score",
			),
			hint: 'Enter an email address, a unique identifier, or both',
		},
		textField('Given Name', 'givenName', 'e.g. Nathan', "The person's given name. May be ignored for existing users."),
		textField('Surname', 'surName', 'e.g. Smith', "The person's surname. May be ignored for existing users."),
		textField(
			'Unique Identifier',
			'uniqueIdentifier',
			'e.g. applicant-4711',
			'Your own ID for the person, e.g. the one in your CRM. You can use it to identify the person in other operations. Up to 200 characters.',
		),
		{
			displayName: 'Group Names or IDs',
			name: 'assignedGroups',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getGroups' },
			default: [],
			description:
				'Groups to add the person to when an assessment is assigned. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			...choiceField(
				IF_ASSIGNED,
				'ifAlreadyAssigned',
				"What to do if the person already has this assessment and it hasn't expired. With 'Return Existing Assignment', the person isn't added to groups and the return URL stays the same.",
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
			),
			hint: "Only new assignments have the reusable link 'singleAssessmentSignInUrl'. Before you email it, check that it isn't empty.",
		},
		{
			displayName: FINISHED_COUNTS_LABEL,
			name: 'finishedCountsForDays',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: MAX_DAYS },
			default: 30,
			displayOptions: { hide: { ifAlreadyAssigned: ['assignAgain'] } },
			description:
				"How many days must pass before someone who finished the assessment can be invited again. Set to 0 to invite people again as soon as they've finished.",
		},
		collectionField('additionalFields', [
			textField(
				'Return URL',
				'returnUrl',
				'e.g. https://example.com/thanks',
				'The URL to send the person to after they finish the assessment',
			),
			textField(
				'Student ID',
				'studentId',
				'e.g. S-2026-001',
				"Only stored when a new user is created. Later assignments don't change it.",
			),
		]),
	],
	async execute(item) {
		const fields = filledInFields(item);
		const ifAlreadyAssigned = choiceParameter(item, 'ifAlreadyAssigned', IF_ASSIGNED, POLICIES);
		const finishedCountsForDays = ifAlreadyAssigned === 'assignAgain' ? 0 : numberOfDays(item);
		const { assessmentId, name: assessmentName } = await beforeAssigning(chosenAssessment(item));
		const { emailAddress: email, uniqueIdentifier, givenName, surName: surname } = fields;
		const { existing, response } = await invite({
			item,
			body: { assessmentId, ...fields },
			identifiers: identifiersOf({ email, uniqueIdentifier }),
			assessmentName,
			ifAlreadyAssigned,
			finishedCountsForDays,
		});
		const kindOfNew = response.singleAssessmentSignInUrl ? 'new' : 'newWithoutLink';
		const kindOfExisting = existing && (isOpen(existing) ? 'open' : 'finished');
		item.notes.invited({ assessmentName, finishedCountsForDays, kind: kindOfExisting ?? kindOfNew });
		const who = filledIn({ email, uniqueIdentifier, givenName, surname });
		const { status = 'NotStarted', completed = null } = existing ?? {};
		const what = { assessmentName, alreadyAssigned: existing !== undefined, status, completed };
		return [{ json: { ...who, ...what, ...NO_LINKS, ...response } }];
	},
};

/** Default values, because all rows must have these fields in this order. */
const NO_LINKS = {
	singleAssessmentSignInUrl: null,
	singleAssessmentSignInUrlExpiresAt: null,
	signInUrl: null,
	signInUrlExpiresAt: null,
};

function numberOfDays(item: InputItem): number {
	const given: unknown = item.context.getNodeParameter('finishedCountsForDays', item.itemIndex, 30);
	const days = readNumber(given, 0, MAX_DAYS);
	if (days !== undefined) return days;
	const needs = `needs a number from 0 to ${MAX_DAYS}, but got ${describeValue(given)}`;
	const remedy = 'Enter a number of days, e.g. 30, or 0 to invite people again as soon as they finish';
	throw itemError(item, `The parameter '${FINISHED_COUNTS_LABEL}' ${needs}`, remedy);
}

/** The body of the request, without the assessment. */
function filledInFields(item: InputItem): Omit<AssignRequest, 'assessmentId'> {
	const emailAddress = textParameter(item, 'emailAddress', 'Email Address');
	const uniqueIdentifier = textParameter(item, 'uniqueIdentifier', 'Unique Identifier');
	if (emailAddress === '' && uniqueIdentifier === '') {
		const message = "'Email Address' and 'Unique Identifier' are both empty";
		throw emptyError(item, ['emailAddress', 'uniqueIdentifier'], message, 'Fill in at least one of them');
	}
	if ([...uniqueIdentifier].length > MAX_IDENTIFIER_LENGTH) {
		const message = `The parameter 'Unique Identifier' is longer than ${MAX_IDENTIFIER_LENGTH} characters`;
		throw itemError(item, message, 'Use a shorter identifier, e.g. a hash of the long one');
	}
	const additional = collection(item, 'additionalFields');
	const returnUrl = textValue(item, additional.returnUrl, 'Return URL');
	const groups: unknown = item.context.getNodeParameter('assignedGroups', item.itemIndex, []);
	return filledIn({
		emailAddress,
		uniqueIdentifier,
		givenName: textParameter(item, 'givenName', 'Given Name'),
		surName: textParameter(item, 'surName', 'Surname'),
		studentId: textValue(item, additional.studentId, 'Student ID'),
		assignedGroups: idList(item, groups, 'Group Names or IDs'),
		returnUrl: returnUrl && fullUrl(item, returnUrl, 'Return URL'),
	});
}
