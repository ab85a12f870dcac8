import { afterEach, expect, inject } from 'vitest';

import { asObject, optionalTextOf, textOf } from '../../../../playground/api/json.ts';
import type { JsonObject } from '../../../../playground/api/json.ts';
import { startOtherApps } from '../../../../playground/otherApps.ts';
import { startPlayground } from '../../../../playground/playground.ts';
import { useStarted } from '../../../../playground/vitest.ts';
import { fillIn, readExample } from '../../../../playground/workflows/examples.ts';
import type { Choices } from '../../../../playground/workflows/examples.ts';
import type { NewUser } from '../../../../simulator/index.ts';
import { activate, everySeconds } from '../../support/triggers.ts';
import { nodesChanged, nodesToSet } from './notes.ts';
import { startMailbox } from './mailbox.ts';
import { createSpreadsheet } from './spreadsheet.ts';

/** The sender that a user enters. */
export const SENDER = 'office@our-school.example';
/** The token that a user stores in n8n's credentials. */
export const HUBSPOT_TOKEN = 'token of the CRM';
export const SLACK_TOKEN = 'xoxb-token-of-the-bot';
export const GOOGLE_TOKEN = 'token of the Google account';
export const ORGANISER = { user: 'organiser', password: 'secret of the organiser' };
export const APPLICANTS = { call: 'secret of the applicant system', token: 'token of the applicant system' };

export const DAY_MS = 86_400_000;

/** A choice from a list in the editor. */
export const listed = (value: unknown, name = '') => ({ __rl: true, mode: 'list', value, cachedResultName: name });

interface Setup {
	/** Parameters by node, in addition to the ones that every user sets. */
	readonly set?: Readonly<Record<string, JsonObject>>;
	/** The data table that the workflow uses. */
	readonly table?: { readonly choice: unknown };
	/** Inactive nodes to activate. */
	readonly activated?: readonly string[];
}

/** When the events of an assignment happen, in days from now. */
interface Course {
	/** Default: now. */
	readonly assigned?: number;
	readonly expires?: number;
	readonly started?: number;
	readonly finished?: number;
	readonly scored?: number;
}

/** A real n8n, the simulated service, and all other services that the examples use. */
export type World = Awaited<ReturnType<typeof startWorld>>;

async function startWorld() {
	await using stack = new AsyncDisposableStack();
	const spreadsheet = createSpreadsheet();
	const sheetsWhenMailed: string[][][] = [];
	const apps = await startOtherApps({
		'slack.com': () => ({ ok: true, ts: '1', channel: 'C0123456789' }),
		'api.hubapi.com': () => ({ vid: 1, isNew: false }),
		'sheets.googleapis.com': (request) => spreadsheet.answer(request),
		// Gmail and Google Drive. The Drive requests are for the upload URL and the file name.
		'www.googleapis.com': ({ path }) => {
			if (path.startsWith('/gmail/')) sheetsWhenMailed.push(spreadsheet.rows());
			return { id: '1', threadId: '1', location: `https://www.googleapis.com${path}` };
		},
		'applicants.example.com': () => ({}),
	});
	stack.defer(() => apps.close());
	const mailbox = await startMailbox();
	stack.defer(mailbox.close);
	const packageTarball = inject('packageTarball');
	const playground = await startPlayground({ packageTarball, env: apps.env, editor: false });
	stack.defer(playground.stop);
	const { api, n8n, simulator } = playground;
	const { control } = simulator;

	// The same rights as under Settings → n8n API.
	const scopes = ['read', 'list', 'activate', 'deactivate'].map((right) => `workflow:${right}`);
	const key = await api.session.request('POST', '/api-keys', { label: 'Watchdog', expiresAt: null, scopes });
	const apiKey = textOf(asObject(key, 'The API key'), 'rawApiKey');
	const google = {
		clientId: 'n8n',
		clientSecret: 'secret of n8n',
		oauthTokenData: { access_token: GOOGLE_TOKEN, token_type: 'Bearer' },
	};
	const others: Record<string, JsonObject> = {
		smtp: mailbox.credentials,
		hubspotAppToken: { appToken: HUBSPOT_TOKEN },
		slackApi: { accessToken: SLACK_TOKEN },
		googleSheetsOAuth2Api: google,
		gmailOAuth2: google,
		googleDriveOAuth2Api: google,
		httpBearerAuth: { token: APPLICANTS.token },
		httpHeaderAuth: { name: 'X-Key', value: APPLICANTS.call },
		n8nApi: { apiKey, baseUrl: `${n8n.url}/api/v1` },
		httpBasicAuth: ORGANISER,
	};
	const credentials: Record<string, Choices['credentials'][string]> = { ...playground.credentials };
	for (const [type, data] of Object.entries(others)) {
		credentials[type] = { name: type, id: await api.credentials.create({ name: type, type, data }) };
	}

	const published = new Set<string>();

	/** The assessment that people are invited to by default. */
	async function assessment(kind = 'speaking') {
		const found = (await control.state()).assessments.find((entry) => entry.kind === kind);
		if (found === undefined) throw new Error(`The account has no assessment of the kind ${kind}`);
		return found;
	}

	/** Assigns the assessment to a new person, and lets the events in `course` happen. */
	async function assign(details: NewUser, course: Course = {}, assessmentId?: string) {
		const at = (days = 0) => Date.now() + days * DAY_MS;
		const { userId } = await control.addUser(details);
		const { userAssessmentId } = await control.assign({
			userId,
			assessmentId: assessmentId ?? (await assessment()).assessmentId,
			assignedAt: at(course.assigned),
			...(course.expires === undefined ? {} : { expiresAt: at(course.expires) }),
		});
		if (course.started !== undefined) await control.start({ userAssessmentId, at: at(course.started) });
		if (course.finished !== undefined) await control.finish({ userAssessmentId, at: at(course.finished) });
		if (course.scored === undefined) return userAssessmentId;
		await control.score({ userAssessmentId, completed: at(course.scored), sendEvent: false });
		return userAssessmentId;
	}

	/** New people who have finished an assessment of this kind and are waiting for the score. */
	async function finished(kind: 'speaking' | 'writing' | 'placement', count: number) {
		const { assessmentId } = await assessment(kind);
		const { userIds } = await control.addUsers({ count, status: 'ScorePending', assessmentId });
		const users = await Promise.all(userIds.map(async (userId) => await control.user({ userId })));
		return users.map(({ userId, email = '', givenName = '', surname = '', scoreReports }) => {
			const [{ userAssessmentId, assessmentName } = { userAssessmentId: '', assessmentName: '' }] = scoreReports;
			return { userId, userAssessmentId, email, givenName, surname, assessmentName };
		});
	}

	/** Imports an example and does only what its notes ask for. */
	async function imported(name: string, { set = {}, table, activated = [] }: Setup = {}) {
		const example = await readExample(name);
		const chosen: JsonObject = {
			assessmentId: listed((await assessment()).assessmentId),
			dataTableId: table?.choice,
			fromEmail: SENDER,
			pollTimes: { item: everySeconds(2) },
			...spreadsheet.choice,
		};
		const parameters = Object.fromEntries(
			example.nodes.map((node) => {
				const own = Object.entries(chosen).filter(([key]) => key in node.parameters);
				return [node.name, { ...Object.fromEntries(own), ...set[node.name] }];
			}),
		);
		for (const node of Object.keys(set)) expect(Object.keys(parameters)).toContain(node);
		const workflow = fillIn(example, { credentials, parameters, activated });
		expect(nodesToSet(example)).toEqual(expect.arrayContaining(nodesChanged(example, workflow)));
		const { id } = await api.workflows.create(workflow);
		return { id, webhookId: workflow.nodes.flatMap(({ webhookId }) => webhookId ?? [])[0] ?? '' };
	}

	/** Publishes a workflow until the end of the test. */
	async function publish(workflowId: string) {
		published.add(workflowId);
		await activate(api, workflowId);
	}

	async function tidyUp() {
		// If a failed test leaves an app unreachable, the tests after it would fail too.
		apps.fail('api.hubapi.com', false);
		apps.fail('www.googleapis.com', false);
		for (const workflowId of published) await api.workflows.deactivate(workflowId);
		published.clear();
	}

	const owned = stack.move();
	return {
		...{ api, apps, assign, assessment, control, credentials, finished, imported, mailbox, n8n, publish, simulator },
		/** The only Google Sheets document. */
		spreadsheet,
		/** A copy of the document's rows for each email sent through Gmail, the oldest first. */
		sheetsWhenMailed,
		/** The messages posted to Slack, the oldest first. */
		slackMessages: () =>
			apps.calls('slack.com').flatMap(({ body }) => optionalTextOf(asObject(body, 'The message'), 'text') ?? []),
		/** Waits until this many executions of the workflow have ended, and returns them, the oldest first. */
		executions: async (workflowId: string, count: number) =>
			await api.executions.waitForCount(count, { workflowId, status: ['success', 'error', 'crashed'] }),
		/** Deletes a workflow, which unpublishes it. */
		async discard(workflowId: string) {
			published.delete(workflowId);
			await api.workflows.delete(workflowId);
		},
		tidyUp,
		stop: () => owned.disposeAsync(),
	};
}

/** One world for all tests in a file. */
export function useWorld(): () => World {
	const world = useStarted(startWorld);
	afterEach(async () => await world().tidyUp());
	return world;
}
