import { linkFields } from '../../fields';
import type { Operation } from '../../operation';
import { downloadLink } from './downloadLink';

/** GET {base_host}/<responseAudioUrl> */
export const downloadAudio: Operation = {
	option: {
		name: 'Download Audio',
		value: 'downloadAudio',
		action: 'Download audio file',
		description: 'Download a spoken response',
	},
	fields: linkFields('responseAudioUrl', '2020q3/response-audio/1f0a'),
	execute: async (run) => await downloadLink(run, 'audio'),
};
