import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

import { asObject, optionalTextOf, textOf } from '../../../../playground/api/json.ts';
import type { JsonObject } from '../../../../playground/api/json.ts';
import { chosenGeneration } from '../../../../playground/generation.ts';
import { startOtherApps } from '../../../../playground/otherApps.ts';
import type { OtherApps } from '../../../../playground/otherApps.ts';
import { startPlayground } from '../../../../playground/playground.ts';
import type { Playground } from '../../../../playground/playground.ts';
import { fillIn, readExample } from '../../../../playground/workflows/examples.ts';
import type { Choices } from '../../../../playground/workflows/examples.ts';
import { nodesChanged, nodesToSet } from './notes.ts';
import { startMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { createSpreadsheet } from './spreadsheet.ts';
import type { Spreadsheet } from './spreadsheet.ts';

/** The sender that a builder enters. */
export const SENDER = 'office@our-school.example';
/** What a builder keeps in n8n's credentials. */
export const HUBSPOT_TOKEN = 'token of the CRM';
export const SLACK_TOKEN = 'xoxb-token-of-the-bot';
export const GOOGLE_TOKEN = 'token of the Google account';
export const ORGANISER = { user: 'organiser', password: 'secret of the organiser' };

export const APPLICANTS = { call: 'secret of the applicant system', token: 'token of the applicant system' };

type App = 'slack.com' | 'api.hubapi.com' | 'sheets.googleapis.com' | 'www.googleapis.com' | 'applicants.example.com';

type Parameters = Required<Choices>['parameters'];

/** A real n8n, the simulated service, and all that the examples talk to besides. */
export type World = ReturnType<typeof createWorld>;

function createWorld(
	playground: Playground,
	apps: OtherApps<App>,
	spreadsheet: Spreadsheet,
	sheetsWhenMailed: ReadonlyArray<readonly string[][]>,
	mailbox: Mailbox,
	credentials: Choices['credentials'],
) {
	const { api, simulator } = playground;
	const published = new Set<string>();
	return {
		playground,
		credentials,
		apps,
		/** The one document that Google Sheets has. */
		spreadsheet,
		/** The rows of that document whenever Gmail was given an email, the oldest first. */
		sheetsWhenMailed,
		/** What was posted to Slack, the oldest first. */
		slackMessages: () =>
			apps.calls('slack.com').flatMap(({ body }) => optionalTextOf(asObject(body, 'The message'), 'text') ?? []),
		mailbox,
		/**
		 * Imports an example, selects credentials, sets parameters and activates nodes that are off. Changes nothing that the notes
		 * don't ask for.
		 */
		async imported(name: string, set: Parameters = {}, activated: readonly string[] = []) {
			const example = await readExample(name);
			const workflow = fillIn(example, { credentials, parameters: set, activated });
			expect(nodesToSet(example)).toEqual(expect.arrayContaining(nodesChanged(example, workflow)));
			const { id } = await api.workflows.create(workflow);
			return { id, webhookId: workflow.nodes.flatMap(({ webhookId }) => webhookId ?? []).join() };
		},
		/** Publishes a workflow until the end of the test, or in this generation of n8n only. */
		async publish(workflowId: string, generation?: 'v2') {
			if (generation !== undefined && generation !== chosenGeneration(process.env)) return;
			published.add(workflowId);
			expect(await api.workflows.activate(workflowId)).toEqual({ status: 'published', errors: [] });
		},
		async discard(workflowId: string) {
			published.delete(workflowId);
			await api.workflows.delete(workflowId);
		},
		async unpublishAll() {
			for (const workflowId of published) await api.workflows.deactivate(workflowId);
			published.clear();
		},
		/** The workflow's executions, the oldest first, once at least so many have ended. */
		async executions(workflowId: string, count: number) {
			return await api.executions.waitForCount(count, { workflowId, status: ['success', 'error', 'crashed'] });
		},
		/** New people who have finished an assessment of this kind and wait for the score. */
		async finished(kind: 'speaking' | 'writing' | 'placement', count: number) {
			const { control } = simulator;
			const assessment = (await control.state()).assessments.find((entry) => entry.kind === kind);
			if (assessment === undefined) throw new Error(`The simulator has no assessment of the kind ${kind}`);
			const { userIds } = await control.addUsers({
				count,
				status: 'ScorePending',
				assessmentId: assessment.assessmentId,
			});
			const users = await Promise.all(userIds.map(async (userId) => await control.user({ userId })));
			return users.map(({ userId, email = '', givenName = '', surname = '', scoreReports }) => {
				const [{ userAssessmentId, assessmentName } = { userAssessmentId: '', assessmentName: '' }] = scoreReports;
				return { userId, userAssessmentId, email, givenName, surname, assessmentName };
			});
		},
	};
}

/** One world for the tests of a file. */
export function useWorld(): () => World {
	const cleanUp: Array<() => Promise<void>> = [];
	let world: World | undefined;
	beforeAll(async () => {
		const spreadsheet = createSpreadsheet();
		const sheetsWhenMailed: string[][][] = [];
		const apps = await startOtherApps({
			'slack.com': () => ({ ok: true, ts: '1', channel: 'C0123456789' }),
			'api.hubapi.com': () => ({ vid: 1, isNew: false }),
			'sheets.googleapis.com': (request) => spreadsheet.answer(request),
			// Gmail, and Google Drive: where it wants the file, and what it is called.
			'www.googleapis.com': ({ path }) => {
				if (path.startsWith('/gmail/')) sheetsWhenMailed.push(spreadsheet.rows());
				return { id: '1', threadId: '1', location: `https://www.googleapis.com${path}` };
			},
			'applicants.example.com': () => ({}),
		});
		cleanUp.push(apps.close);
		const mailbox = await startMailbox();
		cleanUp.push(mailbox.close);
		const playground = await startPlayground({
			packageTarball: inject('packageTarball'),
			env: apps.env,
			editor: false,
		});
		cleanUp.push(playground.stop);
		const { api, credentials } = playground;
		const create = async (name: string, type: string, data: JsonObject) => ({
			[type]: { name, id: await api.credentials.create({ name, type, data }) },
		});
		// As under Settings → n8n API.
		const scopes = ['read', 'list', 'activate', 'deactivate'].map((right) => `workflow:${right}`);
		const key = await api.session.request('POST', '/api-keys', { label: 'Watchdog', expiresAt: null, scopes });
		const apiKey = textOf(asObject(key, 'The API key'), 'rawApiKey');
		const n8nApi = { apiKey, baseUrl: `${playground.n8n.url}/api/v1` };
		const google = {
			clientId: 'n8n',
			clientSecret: 'secret of n8n',
			oauthTokenData: { access_token: GOOGLE_TOKEN, token_type: 'Bearer' },
		};
		world = createWorld(playground, apps, spreadsheet, sheetsWhenMailed, mailbox, {
			...credentials,
			...(await create('Mail', 'smtp', mailbox.credentials)),
			...(await create('CRM', 'hubspotAppToken', { appToken: HUBSPOT_TOKEN })),
			...(await create('Slack', 'slackApi', { accessToken: SLACK_TOKEN })),
			...(await create('Google Sheets', 'googleSheetsOAuth2Api', google)),
			...(await create('Gmail', 'gmailOAuth2', google)),
			...(await create('Google Drive', 'googleDriveOAuth2Api', google)),
			...(await create('Applicants', 'httpBearerAuth', { token: APPLICANTS.token })),
			...(await create('Applicants call', 'httpHeaderAuth', { name: 'X-Key', value: APPLICANTS.call })),
			...(await create('This n8n', 'n8nApi', n8nApi)),
			...(await create('Organiser', 'httpBasicAuth', ORGANISER)),
		});
	});
	afterEach(async () => {
		// An app that a failed test left out of reach would fail the tests after it.
		world?.apps.fail('api.hubapi.com', false);
		world?.apps.fail('www.googleapis.com', false);
		await world?.unpublishAll();
	});
	afterAll(async () => {
		for (const end of cleanUp.reverse()) await end();
	});
	return () => {
		if (world === undefined) throw new Error('The world has not begun: call this inside a test');
		return world;
	};
}
