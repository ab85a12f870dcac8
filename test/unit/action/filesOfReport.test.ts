import { describe, expect, it } from 'vitest';

import { filesOfReport } from '../../../nodes/EnterpriseAssessment/resources/file/filesOfReport.ts';

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

describe('filesOfReport', () => {
	it('numbers by place in the report, so that a name always means the same response', () => {
		expect(filesOfReport(REPORT, ['certificate', 'text', 'audio'])).toEqual([
			{
				kind: 'audio',
				question: 'Who?',
				binaryPropertyName: 'audio1',
				link: '2020q3/audio/1',
				parameter: 'responseAudioUrl',
			},
			{
				kind: 'audio',
				question: '',
				binaryPropertyName: 'audio3',
				link: '2020q3/audio/3',
				parameter: 'responseAudioUrl',
			},
			{
				kind: 'text',
				question: 'Why?',
				binaryPropertyName: 'text1',
				link: '2020q3/text/1',
				parameter: 'responseTextUrl',
			},
			{
				kind: 'certificate',
				question: null,
				binaryPropertyName: 'certificate',
				link: '2020q3/certificate/1',
				parameter: 'certificateUrl',
			},
		]);
	});

	it.each([
		[['audio'], ['audio1', 'audio3']],
		[['text'], ['text1']],
		[['certificate'], ['certificate']],
		[[], []],
	] as const)('of the kinds %j gives %j', (kinds, names) => {
		expect(filesOfReport(REPORT, kinds).map(({ binaryPropertyName }) => binaryPropertyName)).toEqual(names);
	});

	it('gives nothing where the report has nothing', () => {
		const kinds = ['audio', 'text', 'certificate'] as const;
		expect(filesOfReport({ userAssessmentId: 'ua1' }, kinds)).toEqual([]);
		expect(
			filesOfReport(
				{ userAssessmentId: 'ua1', openResponses: [], writingOpenResponses: [], certificateUrl: null },
				kinds,
			),
		).toEqual([]);
	});
});
