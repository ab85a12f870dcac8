import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription, NodeHint } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { SHORT_LIMIT } from '../api/pacing/slots';
import { CREDENTIALS_NAME } from '../api/request/caller';
import { getAssessmentNames, getGroups } from '../shared/parameters/scores';
import { listSearch } from './listSearch';
import { nodeProperties, operationHints } from './resources';
import { runItems } from './runner';

export class EnterpriseAssessment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Enterprise Assessment',
		name: 'enterpriseAssessment',
		icon: {
			light: 'file:../../icons/enterpriseAssessment.svg',
			dark: 'file:../../icons/enterpriseAssessment.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ [$parameter["operation"].replace("getAll", "getMany"), $parameter["resource"]].map((name) => name.replace(/[A-Z]/g, " $&").toLowerCase()).join(": ") }}',
		description: 'Invite people to language assessments, read their scores, and download their files',
		defaults: { name: 'Enterprise Assessment' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"There's no test environment, so Assignment: Create assigns a real assessment. It doesn't email the link, so send 'singleAssessmentSignInUrl' from its output, which is null for people who were already assigned. Use 'score' only if 'status' is Completed. The certificate and the level can be missing until the status is Completed. To start a workflow on each score, use one of the two triggers, not Webhook: Create.",
			extraTypeDefContent: operationHints(),
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS_NAME, required: true }],
		properties: nodeProperties(),
		// The editor can't show the progress of a running node.
		hints: [
			beforeLongList(
				`100 items usually take at least ${(100 * SHORT_LIMIT.windowMs) / SHORT_LIMIT.requests / 1_000} seconds.`,
			),
			beforeLongList(
				"You can cancel safely: invite again within 24 hours to get the links, unless n8n was restarted. For long lists, use the example 'Invite people from a spreadsheet'.",
				' && $parameter.resource === "assignment" && $parameter.operation === "create"',
			),
		],
	};

	methods = { listSearch, loadOptions: { getAssessmentNames, getGroups } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runItems(this)];
	}
}

function beforeLongList(message: string, condition = ''): NodeHint {
	const displayCondition = `={{ $input.all().length > 50${condition} }}`;
	return { message, location: 'outputPane', whenToDisplay: 'beforeExecution', displayCondition };
}
