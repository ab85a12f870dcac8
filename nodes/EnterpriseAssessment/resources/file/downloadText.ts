import type { Operation } from '../../operation';
import { downloadLink } from './downloadLink';
import { linkFields } from './linkFields';

/** GET {base_host}/<responseTextUrl> */
export const downloadText: Operation = {
	option: {
		name: 'Download Text',
		value: 'downloadText',
		action: 'Download text file',
		description: 'Download a written response',
	},
	fields: linkFields({
		field: 'responseTextUrl',
		of: 'an entry of writingOpenResponses in a score report',
		hint: 'Turn off Simplify where you read the score, and split out writingOpenResponses before this node',
		fileName: 'answer.txt',
	}),
	execute: async (run) => await downloadLink(run, 'text'),
};
