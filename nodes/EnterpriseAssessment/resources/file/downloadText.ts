import { linkFields } from '../../fields';
import type { Operation } from '../../operation';
import { downloadLink } from './downloadLink';

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
		hint: 'The responseTextUrl of an entry in writingOpenResponses: Split Out before this node gives an item for each',
		example: '2020q3/response-text/1f0a',
		fileName: 'answer.txt',
	}),
	execute: async (run) => await downloadLink(run, 'text'),
};
