import type { INodeParameters } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';

import { storedBytes, useFileStore } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { byEmail, byUserId, CANDIDATE, failureOf, objectsOf, run, servedBytes } from './support.ts';

const service = useSimulator();

const NOBODY = '00000000-0000-4000-8000-000000000000';

beforeAll(useFileStore);

describe('all files of a score report', () => {
	it('are named by kind, assessment and person where the service gives no name', async () => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ contentDisposition: 'none' });
		const { givenName, surname, scoreReports } = await simulator.control.user({ emailAddress: CANDIDATE });
		for (const { assessmentName, userAssessmentId } of scoreReports) {
			const of = { user: byEmail(CANDIDATE), userAssessmentId };
			const [item] = await run(credentials, 'file.downloadAll', of, [{ json: { manager: 'Nathan' } }]);
			expect(Object.keys(item?.json ?? {})).toEqual(['manager', 'userId', 'userAssessmentId', 'files']);
			for (const [property, { fileName }] of Object.entries(item?.binary ?? {})) {
				const stem = `${property} - ${assessmentName} - ${givenName} ${surname}`.replaceAll('/', '-');
				expect(fileName?.replace(/\.\w+$/, '')).toBe(stem);
			}
		}
	});

	it('come in one item, each with its question and its bytes', async () => {
		const { simulator, credentials } = service();
		const { userId, scoreReports } = await simulator.control.user({ emailAddress: CANDIDATE });
		for (const report of scoreReports) {
			const { userAssessmentId } = report;
			const of = { user: byUserId(userId), userAssessmentId };
			const [item, ...others] = await run(credentials, 'file.downloadAll', of);
			expect(others).toEqual([]);
			const wanted = [
				...report.openResponses.map(({ question, responseAudioUrl }, index) => ({
					kind: 'audio',
					question,
					property: `audio${index + 1}`,
					link: responseAudioUrl,
				})),
				...(report.writingOpenResponses ?? []).map(({ question, responseTextUrl }, index) => ({
					kind: 'text',
					question,
					property: `text${index + 1}`,
					link: responseTextUrl,
				})),
				...(report.certificateUrl
					? [{ kind: 'certificate', question: null, property: 'certificate', link: report.certificateUrl }]
					: []),
			];
			expect(item?.json).toEqual({
				userId,
				userAssessmentId,
				files: wanted.map(({ kind, question, property }) => ({
					kind,
					question,
					binaryPropertyName: property,
					fileName: item?.binary?.[property]?.fileName,
					mimeType: item?.binary?.[property]?.mimeType,
					fileSize: expect.any(Number),
				})),
			});
			expect(Object.keys(item?.binary ?? {})).toEqual(wanted.map(({ property }) => property));
			for (const { property, link } of wanted) {
				expect((await storedBytes(item, property)).equals(await servedBytes(service(), link))).toBe(true);
			}
		}
	}, 60_000);

	it.each<[what: string, options: INodeParameters, kinds: string[]]>([
		['of every kind where an expression gives none', { include: '={{ "" }}' }, ['audio', 'certificate']],
		['only of the kinds that were chosen', { include: ['certificate'] }, ['certificate']],
	])('%s', async (_what, options, kinds) => {
		const { simulator, credentials } = service();
		const { scoreReports } = await simulator.control.user({ emailAddress: CANDIDATE });
		const report = scoreReports.find(({ certificateUrl, openResponses }) => certificateUrl && openResponses.length);
		const of = { user: byEmail(CANDIDATE), userAssessmentId: report?.userAssessmentId ?? '' };
		const [item] = await run(credentials, 'file.downloadAll', { ...of, options });
		const names = Object.keys(item?.binary ?? {});
		expect([...new Set(names.map((name) => name.replace(/\d+$/, '')))]).toEqual(kinds);
	});

	it.each([
		[byEmail(CANDIDATE), "The user has no score report with the ID another ('User Assessment')"],
		[byEmail('nobody@example.com'), 'Your account has no such user (email address nobody@example.com)'],
		[byUserId(NOBODY), `Your account has no such user (user ID ${NOBODY})`],
	])('that there are not are an error: %j', async (user, message) => {
		const running = run(service().credentials, 'file.downloadAll', { user, userAssessmentId: 'another' });
		expect((await failureOf(running)).message).toBe(message);
	});

	it.each([
		['are named by the address where nothing else is known', null, 'audio1 - nora@example.com.wav'],
		['of one name are told apart', 'attachment; filename="answer.wav"', 'answer.wav'],
	])('%s', async (_what, contentDisposition, first) => {
		const { control } = service().simulator;
		const { link: responseAudioUrl } = await control.createFile({ bytes: 10, kind: 'audio', contentDisposition });
		const report = { userAssessmentId: 'ua', openResponses: [{ responseAudioUrl }, { responseAudioUrl }] };
		const json = { userId: 'u', email: 'nora@example.com', scoreReports: [report] };
		await control.inject({ match: { path: '/score' }, fault: { kind: 'json', json } });
		const [item] = await run(service().credentials, 'file.downloadAll', {
			user: byUserId('u'),
			userAssessmentId: 'ua',
		});
		const second = first.startsWith('audio1') ? first.replace('1', '2') : `audio2 - ${first}`;
		expect(objectsOf(item?.json.files)).toMatchObject([{ fileName: first }, { fileName: second }]);
	});

	it('refuses a link in the report that leads elsewhere', async () => {
		const { simulator, credentials, requests } = service();
		const { scoreReports } = await simulator.control.user({ emailAddress: CANDIDATE });
		const userAssessmentId = scoreReports[0]?.userAssessmentId ?? '';
		await simulator.control.score({
			userAssessmentId,
			overrides: { certificateUrl: '//evil.example/certificate', openResponses: [], writingOpenResponses: [] },
		});
		const failure = await failureOf(
			run(credentials, 'file.downloadAll', { user: byEmail(CANDIDATE), userAssessmentId }),
		);
		expect(failure.message).toBe("The link was refused because it names another host ('certificateUrl')");
		expect(await requests()).toHaveLength(1);
	});
});
