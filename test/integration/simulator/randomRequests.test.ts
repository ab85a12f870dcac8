import fc from 'fast-check';
import { expect, it } from 'vitest';
import { operationsOf, type Operation, type Schema } from '../../../simulator/document.ts';
import { SETTINGS } from '../../../simulator/settings.ts';
import { type ServiceVersion, VERSIONS } from '../../../simulator/versions.ts';
import { readingsOf, useSimulator } from './harness.ts';

/** Valid and invalid requests generated from the document, under mixed readings. */

const { call, configure, control, simulator } = useSimulator();

/** The weekly run sends more requests, different ones each time. `npm test` always sends the same ones to exclude chance. */
const { RANDOM_REQUESTS } = process.env;
const DRAWN = RANDOM_REQUESTS === undefined ? { numRuns: 200, seed: 1 } : { numRuns: Number(RANDOM_REQUESTS) / 5 };

const DATES = ['2026-01-01', '2026-03-10T11:00:00+02:00', '2000-01-01T00:00:00.1234567Z'];
const NO_DATES = ['yesterday', '2026-02-30'];
const NO_OBJECTS = ['', '{"a":', '[]', 'null'];

/** Values that the account knows, by field name. File links are stored by the operation that downloads the file. */
type Known = Readonly<Record<string, readonly string[]>>;

const mostly = <Usual, Rare>(usual: fc.Arbitrary<Usual>, rare: fc.Arbitrary<Rare>): fc.Arbitrary<Usual | Rare> =>
	fc.oneof({ weight: 11, arbitrary: usual }, { weight: 1, arbitrary: rare });

const anything = fc.jsonValue({ maxDepth: 2 });

/** The values that the document allows for a field. */
function allowed(name: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
	const { type, format, enum: values, items, properties, required = [] } = schema;
	if (values !== undefined) return fc.constantFrom(...values);
	if (properties !== undefined) {
		const fields = Object.entries(properties).map(([field, of]) => [
			field,
			mostly(allowed(field, of, known), anything),
		]);
		return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required });
	}
	if (type === 'array') return fc.array(allowed(name, items ?? {}, known), { maxLength: 3 });
	if (type === 'boolean') return fc.boolean();
	if (format === 'iso-8601') return mostly(fc.constantFrom(...DATES), fc.constantFrom(...NO_DATES));
	if (format === 'uri') return fc.oneof(fc.webUrl(), fc.constant('http://127.0.0.1:9/hook'));
	const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(201)));
	return mostly(fc.constantFrom(...(known[name] ?? ['Nora'])), format === 'uuid' ? fc.uuid() : text);
}

/** The text of a body, or undefined without a body. */
const bodyOf = ({ body }: Operation, known: Known): fc.Arbitrary<string | undefined> =>
	body === undefined
		? mostly(fc.constant(undefined), fc.constant('{}'))
		: mostly(
				allowed('', body, known).map((value) => JSON.stringify(value)),
				fc.constantFrom(undefined, ...NO_OBJECTS),
			);

const requestTo = (version: ServiceVersion, known: Known) =>
	fc.constantFrom(...operationsOf(version)).chain((operation) =>
		fc.record({
			version: fc.constant(version.segment),
			operation: fc.constant(operation),
			body: bodyOf(operation, known),
			fileId: mostly(fc.constantFrom(...(known[operation.operationId] ?? ['none'])), fc.constantFrom('x', '..%2f')),
			apiKey: mostly(fc.constant(undefined), fc.constantFrom('wrong', null)),
			contentType: mostly(
				fc.constant('application/json'),
				fc.constantFrom('application/json; charset=utf-8', 'text/plain'),
			),
			query: mostly(fc.constant(''), fc.constant('?a=b')),
		}),
	);

type Sent = ReturnType<typeof requestTo> extends fc.Arbitrary<infer One> ? One : never;

/** The status with which the service refuses a request before it checks the body's fields. The checks are in its order. */
function refusalOf({ apiKey, body, contentType, operation, query }: Sent): number | undefined {
	if (apiKey !== undefined) return 401;
	if (query !== '') return 400;
	if (body === undefined) return operation.body && 415;
	if (operation.method === 'POST' && contentType === 'text/plain') return 415;
	return operation.body === undefined || NO_OBJECTS.includes(body) ? 400 : undefined;
}

const choices = Object.keys(SETTINGS).filter((name) => readingsOf(name).length > 0);
const readings = fc.record(Object.fromEntries(choices.map((name) => [name, fc.constantFrom(...readingsOf(name))])));

async function knownValues(): Promise<Known> {
	const { assessments, groups } = await control().state();
	const users = await control().users();
	const reports = users.flatMap(({ scoreReports }) => scoreReports);
	const fileIds = (links: readonly (string | null | undefined)[]): string[] =>
		links.flatMap((link) => link?.split('/').at(-1) ?? []);
	const groupIds = groups.map(({ groupId }) => groupId);
	return {
		assessmentId: assessments.map(({ assessmentId }) => assessmentId),
		groupIds,
		assignedGroups: groupIds,
		userId: users.map(({ userId }) => userId),
		userAssessmentId: reports.map(({ userAssessmentId }) => userAssessmentId),
		emailAddress: ['candidate001@example.com', 'CANDIDATE002@example.com', 'admin@example.com', 'new@example.com', ''],
		uniqueIdentifier: ['EMP-001', 'EMP-002', 'ADMIN-001', 'NEW', ''],
		downloadCertificate: fileIds(reports.map(({ certificateUrl }) => certificateUrl)),
		downloadAudio: fileIds(reports.flatMap(({ openResponses }) => openResponses.map((one) => one.responseAudioUrl))),
		downloadText: fileIds(
			reports.flatMap(({ writingOpenResponses }) => writingOpenResponses.map((one) => one.responseTextUrl)),
		),
	};
}

it(
	"random requests never get a 5xx or a response that the document doesn't allow, and never get past a check",
	{ timeout: 3_600_000 },
	async () => {
		const known = await knownValues();
		const requests = fc.array(
			fc.constantFrom(...VERSIONS).chain((version) => requestTo(version, known)),
			{ minLength: 5, maxLength: 5 },
		);
		const answers = new Map<string, number>();
		const sending = fc.asyncProperty(readings, requests, async (settings, sent) => {
			await configure(settings);
			for (const one of sent) {
				const { apiKey, body, contentType, fileId, operation, query, version } = one;
				const headers = body === undefined ? undefined : { 'content-type': contentType };
				const path = `${operation.path.replace(':fileId', fileId)}${query}`;
				const { status } = await call(operation.method, path, { version, apiKey, body, headers });
				const answer = `${operation.operationId} ${status}`;
				answers.set(answer, (answers.get(answer) ?? 0) + 1);
				expect(status).toBe(refusalOf(one) ?? status);
				expect([status < 500, simulator().breaches]).toEqual([true, []]);
			}
		});
		await fc.assert(sending, DRAWN);
		for (const { operationId } of VERSIONS.flatMap((version) => operationsOf(version))) {
			const statuses = [...answers.keys()].filter((answer) => answer.startsWith(`${operationId} `)).join();
			expect(statuses).toMatch(/ 20[014]/);
			expect(statuses).toMatch(/ 40[01]/);
		}
	},
);
