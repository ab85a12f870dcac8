import { expect, it } from 'vitest';

import { filesOfReport } from '../../../nodes/EnterpriseAssessment/resources/file/downloadAll.operation.ts';

const REPORT = {
	userAssessmentId: 'ua1',
	openResponses: [
		{ question: 'Who?', responseAudioUrl: '2020q3/audio/1' },
		{ question: 'Where?', responseAudioUrl: '' },
		{ question: '', responseAudioUrl: '2020q3/audio/3' },
	],
	writingOpenResponses: [{ question: 'Why?', responseTextUrl: '2020q3/text/1' }],
	certificateUrl: '2020q3/certificate/1',
};

it('files are numbered by their position in the report, so a name always refers to the same response', () => {
	const audio = { kind: 'audio', parameter: 'responseAudioUrl' };
	const text = { kind: 'text', parameter: 'responseTextUrl' };
	const certificate = { kind: 'certificate', parameter: 'certificateUrl' };
	expect(filesOfReport(REPORT, ['certificate', 'text', 'audio'])).toEqual([
		{ ...audio, question: 'Who?', binaryPropertyName: 'audio1', link: '2020q3/audio/1' },
		{ ...audio, question: '', binaryPropertyName: 'audio3', link: '2020q3/audio/3' },
		{ ...text, question: 'Why?', binaryPropertyName: 'text1', link: '2020q3/text/1' },
		{ ...certificate, question: null, binaryPropertyName: 'certificate', link: '2020q3/certificate/1' },
	]);
});

it('only files of the selected kinds are returned, and only if the report has them', () => {
	const namesOf = (...of: Parameters<typeof filesOfReport>) =>
		filesOfReport(...of).map((file) => file.binaryPropertyName);
	expect(namesOf(REPORT, ['text', 'audio'])).toEqual(['audio1', 'audio3', 'text1']);
	expect(namesOf({ userAssessmentId: 'ua1' }, ['audio', 'text', 'certificate'])).toEqual([]);
});
