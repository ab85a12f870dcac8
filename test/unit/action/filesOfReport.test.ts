import { expect, it } from 'vitest';

import { filesOfReport } from '../../../nodes/EnterpriseAssessment/resources/file/downloadAll.operation.ts';

it('files are numbered by their position in the report, so a name refers to the same response for any selection', () => {
	const report = {
		userAssessmentId: 'ua1',
		openResponses: [
			{ question: 'Who?', responseAudioUrl: 'audio/0' },
			{ question: 'Where?', responseAudioUrl: '' },
			{ question: '', responseAudioUrl: 'audio/2' },
			{ question: 'When?', responseAudioUrl: null },
		],
		writingOpenResponses: [{ question: 'Why?', responseTextUrl: 'text/1' }],
		certificateUrl: 'certificate/1',
	};
	const audio = { kind: 'audio', parameter: 'responseAudioUrl' };
	const text = { kind: 'text', parameter: 'responseTextUrl' };
	const certificate = { kind: 'certificate', parameter: 'certificateUrl' };
	const files = [
		{ ...audio, question: 'Who?', binaryPropertyName: 'audio1', link: 'audio/0' },
		{ ...audio, question: '', binaryPropertyName: 'audio3', link: 'audio/2' },
		{ ...text, question: 'Why?', binaryPropertyName: 'text1', link: 'text/1' },
		{ ...certificate, question: null, binaryPropertyName: 'certificate', link: 'certificate/1' },
	];
	expect(filesOfReport(report, ['certificate', 'text', 'audio'])).toEqual(files);
	expect(filesOfReport(report, ['text'])).toEqual([files[2]]);
	expect(filesOfReport({ userAssessmentId: 'ua1' }, ['audio', 'text', 'certificate'])).toEqual([]);
});
