import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

import type { Account } from '../api/request/caller';
import { CREDENTIALS_NAME, readAccount } from '../api/request/caller';
import { getAssessmentNames, getGroups } from '../shared/loadOptions';
import type { Operation } from './operation';
import { requestLimits } from './parameters';
import { nodeProperties, resources } from './resources';
import { runItems } from './runner/runItems';
import { searchAssessments } from './searchAssessments';
import { searchScoreReports } from './userAssessment';

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
		description: 'Invite people to language assessments, read their scores and download their files',
		defaults: { name: 'Enterprise Assessment' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS_NAME, required: true }],
		properties: nodeProperties(),
	};

	methods = {
		listSearch: { searchAssessments, searchScoreReports },
		loadOptions: { getAssessmentNames, getGroups },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		let account: Promise<Account> | undefined;
		const items = await runItems(this, async (itemIndex, notes) => {
			const operation = chosenOperation(this, itemIndex);
			// Within the item: for a node that fails as a whole, n8n passes its input on as if that were its output.
			account ??= readAccount(this);
			const ofItem = { context: this, account: await account, itemIndex, notes };
			return await operation.execute({ ...ofItem, limits: requestLimits(ofItem) });
		});
		return [items];
	}
}

function chosenOperation(context: IExecuteFunctions, itemIndex: number): Operation {
	const resource = context.getNodeParameter('resource', itemIndex);
	const name = context.getNodeParameter('operation', itemIndex);
	const operations = resources.find(({ option }) => option.value === resource)?.operations ?? [];
	const operation = operations.find(({ option }) => option.value === name);
	if (operation !== undefined) return operation;
	const details = { itemIndex, description: "Choose 'Resource' and 'Operation' from their lists" };
	throw new NodeOperationError(context.getNode(), `The node has no operation '${name}' for '${resource}'`, details);
}
