import type { IDataObject } from 'n8n-workflow';

import { apiError } from '../../../api/outcome/apiError';
import { isWebAddress } from '../../../shared/webAddress';
import { toItems } from '../../answers';
import { optionsField, uuidValidation } from '../../fields';
import type { Operation, OperationRun } from '../../operation';
import {
	choiceParameter,
	collection,
	filledIn,
	idList,
	parameterError,
	requiredText,
	textParameter,
	textValue,
} from '../../parameters';
import { accountLedger } from './accountLedger';
import type { AssignBody } from './assign';
import { assign } from './assign';
import { invite } from './invite';
import { CREATED_FIRST, leadBy } from './order';

/** Specification, POST /assign. */
const MAX_IDENTIFIER_LENGTH = 200;

const IF_ALREADY_ASSIGNED = ['assignAgain', 'returnExisting', 'fail'] as const;

/** POST /assign, with 'If Already Assigned' after reading what the person holds */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create assignment',
		description: 'Assign an assessment to a new or existing user',
	},
	fields: [
		{
			displayName: 'Assessment',
			name: 'assessmentId',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description: 'The assessment to assign',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select an assessment…',
					typeOptions: { searchListMethod: 'searchAssessments', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59',
					hint: 'The assessmentId from Assessment: Get Many',
					validation: [uuidValidation('an assessment ID')],
				},
			],
		},
		{
			displayName: 'Email Address',
			name: 'emailAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. nathan@example.com',
			description: 'Without one, the user can neither recover the account nor be notified of the score',
			hint: 'Fill in this, the unique identifier, or both',
		},
		{
			displayName: 'Given Name',
			name: 'givenName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Nathan',
			description: 'Given name of the user',
		},
		{
			displayName: 'Surname',
			name: 'surName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Smith',
			description: 'Surname of the user',
		},
		{
			displayName: 'Unique Identifier',
			name: 'uniqueIdentifier',
			type: 'string',
			default: '',
			placeholder: 'e.g. applicant-4711',
			description:
				'Your own ID for the user, e.g. the one in your CRM. Other operations can find the user by it. At most 200 characters.',
		},
		{
			displayName: 'Group Names or IDs',
			name: 'assignedGroups',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getGroups' },
			default: [],
			description:
				'Groups that the user is added to, unless the user has the assessment already and gets the existing assignment. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'If Already Assigned',
			name: 'ifAlreadyAssigned',
			type: 'options',
			options: [
				{
					name: 'Assign Again',
					value: 'assignAgain',
					description: 'Give the user the assessment a second time',
				},
				{
					name: 'Return an Error',
					value: 'fail',
					description: 'Assign nothing, and say which assignment the user has',
				},
				{
					name: 'Return Existing Assignment',
					value: 'returnExisting',
					description:
						'Assign nothing, change nothing (groups included), and return that assignment with a new sign-in link. Who has finished the assessment is assigned again.',
				},
			],
			default: 'returnExisting',
			description: 'What to do when the user already has this assessment, not started or in progress',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Return URL',
					name: 'returnUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/thanks',
					description:
						'Where the user is sent after completing the assessment. An assignment that exists already keeps its own.',
				},
				{
					displayName: 'Student ID',
					name: 'studentId',
					type: 'string',
					default: '',
					placeholder: 'e.g. S-2026-001',
					description: 'Stored when the user is created. Later assignments do not change it.',
				},
			],
		},
		optionsField(),
	],
	async execute(run) {
		const body = requestBody(run);
		const ifAlreadyAssigned = choiceParameter(run, 'ifAlreadyAssigned', 'If Already Assigned', IF_ALREADY_ASSIGNED);
		const assignment = await (ifAlreadyAssigned === 'assignAgain'
			? assignAgain(run, body)
			: invite(run, body, ifAlreadyAssigned));
		return toItems([leadBy(CREATED_FIRST, assignment)]);
	},
};

async function assignAgain(run: OperationRun, body: AssignBody): Promise<IDataObject> {
	const { emailAddress, uniqueIdentifier } = body;
	const account = accountLedger(run.account);
	account.forgetUnread();
	const result = await assign(run, account, { names: { emailAddress, uniqueIdentifier } }, body);
	if ('value' in result) return { ...result.value, alreadyAssigned: false };
	throw apiError(run.context.getNode(), result.failure, run.itemIndex);
}

function requestBody(run: OperationRun): AssignBody {
	const assessmentId = requiredText(
		run,
		'assessmentId',
		'Assessment',
		'Choose an assessment from the list or enter its ID',
	);
	const emailAddress = textParameter(run, 'emailAddress', 'Email Address');
	const uniqueIdentifier = textParameter(run, 'uniqueIdentifier', 'Unique Identifier');
	if (emailAddress === '' && uniqueIdentifier === '') {
		throw parameterError(
			run,
			"Both 'Email Address' and 'Unique Identifier' are empty",
			'The service needs at least one of them to know whom to assign the assessment to',
		);
	}
	if ([...uniqueIdentifier].length > MAX_IDENTIFIER_LENGTH) {
		throw parameterError(
			run,
			`The parameter 'Unique Identifier' is longer than ${MAX_IDENTIFIER_LENGTH} characters`,
			'Use a shorter identifier, e.g. a hash of the long one',
		);
	}
	const additional = collection(run, 'additionalFields');
	const returnUrl = textValue(run, additional.returnUrl, 'Return URL');
	if (returnUrl !== '' && !isWebAddress(returnUrl)) {
		throw parameterError(
			run,
			"The parameter 'Return URL' is not a full http or https address",
			'Enter it with its scheme, e.g. https://example.com/thanks',
		);
	}
	const optional = filledIn({
		emailAddress,
		uniqueIdentifier,
		givenName: textParameter(run, 'givenName', 'Given Name'),
		surName: textParameter(run, 'surName', 'Surname'),
		studentId: textValue(run, additional.studentId, 'Student ID'),
		assignedGroups: idList(
			run,
			run.context.getNodeParameter('assignedGroups', run.itemIndex, []),
			'Group Names or IDs',
		),
		returnUrl,
	});
	return { assessmentId, ...optional };
}
