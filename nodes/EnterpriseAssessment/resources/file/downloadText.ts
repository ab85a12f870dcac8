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
	fields: linkFields('responseTextUrl', '2020q3/response-text/1f0a'),
	execute: async (run) => await downloadLink(run, 'text'),
};
