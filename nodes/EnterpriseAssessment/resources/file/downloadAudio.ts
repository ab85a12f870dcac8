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
	fields: linkFields({
		field: 'responseAudioUrl',
		of: 'an entry of openResponses in a score report',
		hint: 'The responseAudioUrl of an entry in openResponses: Split Out before this node gives an item for each',
		example: '2020q3/response-audio/1f0a',
		fileName: 'answer.wav',
	}),
	execute: async (run) => await downloadLink(run, 'audio'),
};
