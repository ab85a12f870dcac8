import type { Operation } from '../../operation';
import { downloadLink } from './downloadLink';
import { linkFields } from './linkFields';

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
		hint: 'Turn off Simplify where you read the score, and split out openResponses before this node',
		fileName: 'answer.wav',
	}),
	execute: async (run) => await downloadLink(run, 'audio'),
};
