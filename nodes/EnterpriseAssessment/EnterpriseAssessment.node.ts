import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

import type { Account } from '../api/request/account';
import { CREDENTIALS_NAME, readAccount } from '../api/request/account';
import { runItems } from './runner/runItems';
import { getAssessmentNames, getGroups } from '../shared/loadOptions';
import { findOperation, nodeProperties } from './resources';
import { RunNotes } from './runNotes';
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
		const notes = new RunNotes();
		const items = await runItems(this, async (itemIndex) => {
			const resource = this.getNodeParameter('resource', itemIndex);
			const name = this.getNodeParameter('operation', itemIndex);
			const operation = findOperation(String(resource), String(name));
			if (operation === undefined) {
				const details = { itemIndex, description: "Choose 'Resource' and 'Operation' from their lists" };
				throw new NodeOperationError(this.getNode(), `The node has no operation '${name}' for '${resource}'`, details);
			}
			// Within the item: for a node that fails as a whole, n8n passes its input on as if that were its output.
			account ??= readAccount(this);
			return await operation.execute({ context: this, account: await account, itemIndex, notes });
		});
		// n8n has hints since 1.9x only.
		if ('addExecutionHints' in this) this.addExecutionHints(...notes.hints());
		return [items];
	}
}
