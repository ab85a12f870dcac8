import { beforeAll, expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { execute, storedBytes, useFileStore } from '../support/n8nContext.ts';
import { byEmail, byUserId, CANDIDATE, objectsOf, useAction } from './support.ts';

const action = useAction();

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

beforeAll(useFileStore);

/** A file that a report links to, and its binary field. */
function fileOf(kind: string, question: string | null, link: string, index?: number) {
	return { kind, question, link, property: index === undefined ? kind : `${kind}${index + 1}` };
}

it("File: Download All returns a report's files in one item, or one kind of them, each with question and bytes", async () => {
	await action.control().configure({ contentDisposition: 'none' });
	const { userId, givenName, surname, scoreReports } = await action.candidate();
	for (const report of scoreReports) {
		const { userAssessmentId, assessmentName, openResponses, writingOpenResponses, certificateUrl } = report;
		// The output has the service's own IDs, however they are written in the parameters.
		const of = { user: byUserId(userId.toUpperCase()), userAssessmentId: userAssessmentId.toUpperCase() };
		const input = { manager: 'Nathan', error: 'of a node before' };
		const [item, ...others] = await action.run('file.downloadAll', of, [{ json: input }]);
		expect(others).toEqual([]);
		const wanted = [
			...openResponses.map((of, index) => fileOf('audio', of.question, of.responseAudioUrl, index)),
			...(writingOpenResponses ?? []).map((of, index) => fileOf('text', of.question, of.responseTextUrl, index)),
			...(certificateUrl ? [fileOf('certificate', null, certificateUrl)] : []),
		];
		const files = wanted.map(({ kind, question, property }) => {
			const { fileName, mimeType } = item?.binary?.[property] ?? {};
			return { kind, question, binaryPropertyName: property, fileName, mimeType, fileSize: expect.any(Number) };
		});
		const json = { manager: 'Nathan', userId, userAssessmentId, files };
		expect(Object.entries(item?.json ?? {})).toEqual(Object.entries(json));
		expect(Object.keys(item?.binary ?? {})).toEqual(wanted.map(({ property }) => property));
		for (const { property, link } of wanted) {
			// The service doesn't name the files here.
			const stem = `${property} - ${assessmentName} - ${givenName} ${surname}`.replaceAll('/', '-');
			expect(item?.binary?.[property]?.fileName?.replace(/\.\w+$/, '')).toBe(stem);
			expect((await storedBytes(item, property)).equals(await action.servedBytes(link))).toBe(true);
		}
		const [only] = await action.run('file.downloadAll', { ...of, options: { include: ['certificate'] } });
		expect(Object.keys(only?.binary ?? {})).toEqual(certificateUrl ? ['certificate'] : []);
	}
});

it.each([
	[byEmail(CANDIDATE), "The user has no score report with the ID ano[U+200B]ther ('User Assessment')"],
	[byUserId(UNKNOWN), `Your account has no user with the user ID ${UNKNOWN}`],
])("File: Download All fails for %j, because the user or the report doesn't exist", async (user, message) => {
	const failure = await action.failure('file.downloadAll', { user, userAssessmentId: 'ano\u200Bther' });
	expect(failure.message).toBe(message);
	// File: Download All doesn't have this parameter.
	expect(failure.description).not.toContain('If User Not Found');
});

it("files may take longer than their report, have the number of their place in it, and none has another one's name", async () => {
	const linkTo = async (contentDisposition: string | null) =>
		(await action.control().createFile({ bytes: 1_000, kind: 'audio', contentDisposition })).link;
	const [unnamed, named] = [await linkTo(null), await linkTo('a; filename="a.wav"')];
	const openResponses = [named, '', null, unnamed, named].map((responseAudioUrl) => ({ responseAudioUrl }));
	// This person has no name.
	const scoreReports = [{ userAssessmentId: 'ua', openResponses }];
	const json = { userId: 'u', email: 'n@x.de', uniqueIdentifier: '7', scoreReports };
	await action.inject({ kind: 'json', json }, '/score', { times: 2 });
	await action.inject({ kind: 'slowBody', chunkBytes: 10, delayMs: 1_000 }, undefined, { times: 'always' });
	const of = { user: byUserId('u'), userAssessmentId: 'ua' };
	const { apiKey: key } = action.credentials();
	const credentials = { ...action.credentials(), apiKey: '={{ $json.key }}' };
	const node = action.node('file.downloadAll', of, { credentials, settings: { onError: 'continueRegularOutput' } });
	// The first item has no API key.
	const [, ...items] = await execute(node, [{ json: {} }, { json: { key } }, { json: { key } }]);
	const names = [
		...['a.wav', 'audio4 - n@x.de.wav', 'a (2).wav'],
		...['a (3).wav', 'audio4 - n@x.de (2).wav', 'a (4).wav'],
	];
	const stored = items.flatMap(({ binary }) => [binary?.audio1, binary?.audio4, binary?.audio5]);
	expect(stored.map((file) => file?.fileName)).toEqual(names);
	expect(items.flatMap(({ json }) => objectsOf(json.files))).toMatchObject(names.map((fileName) => ({ fileName })));
});

it("File: Download All refuses a report's link to another host", async () => {
	const userAssessmentId = (await action.candidate()).scoreReports[0]?.userAssessmentId ?? '';
	const overrides = { certificateUrl: '//evil.example/a', openResponses: [], writingOpenResponses: [] };
	await action.control().score({ userAssessmentId, overrides });
	const failure = await action.failure('file.downloadAll', { user: byEmail(CANDIDATE), userAssessmentId });
	expect(failure.message).toMatch(/^'certificateUrl' isn't a link to .* files: it leads outside the service$/);
	expect(await action.requests()).toHaveLength(1);
});

it.each([300, 10])('File: Download All (Timeout: %i s) waits for a report for 60 s at most', async (timeout) => {
	await action.inject({ kind: 'hang' }, '/score');
	const began = monotonicClock.now();
	const { userId, scoreReports } = await action.candidate();
	const of = { user: byUserId(userId), userAssessmentId: scoreReports[0]?.userAssessmentId ?? '' };
	expect(await action.run('file.downloadAll', { ...of, options: { timeout } })).toHaveLength(1);
	expect(monotonicClock.now() - began).toBeLessThan((Math.min(60, timeout) + 10) * 1_000);
});
