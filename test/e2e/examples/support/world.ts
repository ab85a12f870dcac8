import PostalMime from 'postal-mime';
import { inject, type TestContext } from 'vitest';

import { asObject, isObject, type JsonObject, optionalTextOf, textOf } from '../../../../playground/api/json.ts';
import { headless } from '../../../../playground/n8nEnvironment.ts';
import { type AppCall, startOtherApps } from '../../../../playground/otherApps.ts';
import { startPlayground } from '../../../../playground/playground.ts';
import { useStarted } from '../../../../playground/vitest.ts';
import { chain, type NodeSketch, startNode } from '../../../../playground/workflows/build.ts';
import { fillIn, readExample } from '../../../../playground/workflows/examples.ts';
import type { NewUser } from '../../../../simulator/index.ts';
import { activate, everySeconds, useAccounts } from '../../support/triggers.ts';
import { importDataTable } from './dataTable.ts';
import { asEditorImports, changedUnasked } from './importing.ts';
import { startMailbox } from './mailbox.ts';
import { createSpreadsheet } from './spreadsheet.ts';

export const SENDER = 'office@our-school.example';
export const ORGANIZER = { user: 'organizer', password: 'secret of the organizer' };
/** The secret with which the applicant tracking system calls n8n. */
export const APPLICANTS_KEY = 'secret of the applicant system';

export const DAY_MS = 86_400_000;

export const listed = (value: unknown, name = '') => ({ __rl: true, mode: 'list', value, cachedResultName: name });

/** Whether a node has this parameter, and its value isn't taken from another node. */
const isLeftToUser = (value: unknown) =>
	value !== undefined && !(isObject(value) && String(value.value).startsWith('='));

interface Setup {
	/** Parameters by node, in addition to the ones that every user sets. */
	readonly set?: Readonly<Record<string, JsonObject>>;
	/** The data table that the workflow uses. */
	readonly table?: { readonly choice: unknown };
	readonly deactivated?: string;
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

/** Opens a form as the organizer, or submits it if there are fields. As in a browser, fields have numbers as names. */
export const formsOf =
	({ url }: { readonly url: string }) =>
	async (webhookId: string, fields?: ReadonlyArray<string | File>, { user, password } = ORGANIZER) => {
		const body = fields && new FormData();
		for (const [index, field] of fields?.entries() ?? []) body?.set(`field-${index}`, field);
		const headers = { authorization: `Basic ${btoa(`${user}:${password}`)}` };
		return await fetch(`${url}/form/${webhookId}`, { method: body ? 'POST' : 'GET', headers, body });
	};

/** What the simulated apps have for one test. */
interface Apps {
	readonly spreadsheet: ReturnType<typeof createSpreadsheet>;
	/** Parts of the paths and bodies of requests that are answered with 503. A part that's a host refuses all its requests. */
	readonly down: Set<string>;
}

/** A real n8n, and simulated apps for all tests of a file. */
async function startN8nWithApps() {
	await using stack = new AsyncDisposableStack();
	/** By the authorization that the credentials of each test send. */
	const tests = new Map<string | undefined, Apps>();
	const unlessDown = (host: string, answer: (call: AppCall) => unknown) => (call: AppCall) =>
		[...(tests.get(call.authorization)?.down ?? [])].some((part) => `${host} ${JSON.stringify(call)}`.includes(part))
			? undefined
			: answer(call);
	const apps = await startOtherApps({
		'slack.com': unlessDown('slack.com', () => ({ ok: true, ts: '1', channel: 'C0123456789' })),
		'api.hubapi.com': unlessDown('api.hubapi.com', () => ({ vid: 1, isNew: false })),
		'sheets.googleapis.com': (call) => tests.get(call.authorization)?.spreadsheet.answer(call),
		// Gmail and Google Drive. To Drive, these requests only get an upload URL and set a file name.
		'www.googleapis.com': unlessDown('www.googleapis.com', ({ path, authorization }) => {
			if (path.startsWith('/gmail/')) tests.get(authorization)?.spreadsheet.keepCopy();
			return { id: '1', threadId: '1', location: `https://www.googleapis.com${path}` };
		}),
		'applicants.example.com': unlessDown('applicants.example.com', () => ({})),
	});
	stack.defer(() => apps.close());
	const packageTarball = inject('packageTarball');
	const playground = await startPlayground({ packageTarball, env: { ...headless, ...apps.env } });
	stack.defer(playground.stop);
	const scopes = ['read', 'list', 'activate', 'deactivate'].map((right) => `workflow:${right}`);
	const apiKey = { label: 'Tests', expiresAt: null, scopes };
	const { rawApiKey } = await playground.api.session.request<{ rawApiKey: string }>('POST', '/api-keys', apiKey);
	const started = stack.move();
	return { apiKey: rawApiKey, apps, playground, tests, stop: () => started.disposeAsync() };
}

/** The environment of one test. Tests share n8n, but nothing else, so they can run side by side. */
export type World = Awaited<ReturnType<ReturnType<typeof useWorlds>>>;

/** The returned function creates the world of one test. */
export function useWorlds() {
	const started = useStarted(startN8nWithApps);
	const newAccount = useAccounts(() => started().playground);

	return async ({ expect, onTestFinished }: TestContext) => {
		const { apiKey, apps, tests } = started();
		const { api, n8n, simulator, credentials: ours, kill9, restart } = await newAccount();
		const { control } = simulator;
		const mailbox = await startMailbox();
		onTestFinished(mailbox.close);
		/** The token that a user stores in n8n's credentials for an app. */
		const token = `token-${simulator.port}`;
		const authorization = `Bearer ${token}`;
		const own: Apps = { spreadsheet: createSpreadsheet(), down: new Set() };
		tests.set(authorization, own);
		const google = {
			clientId: 'n8n',
			clientSecret: 'secret of n8n',
			oauthTokenData: { access_token: token, token_type: 'Bearer' },
		};
		const others: Record<string, JsonObject> = {
			smtp: mailbox.credentials,
			hubspotAppToken: { appToken: token },
			slackApi: { accessToken: token },
			googleSheetsOAuth2Api: google,
			gmailOAuth2: google,
			googleDriveOAuth2Api: google,
			httpBearerAuth: { token },
			httpHeaderAuth: { name: 'X-Key', value: APPLICANTS_KEY },
			n8nApi: { apiKey, baseUrl: `${n8n.url}/api/v1` },
			httpBasicAuth: ORGANIZER,
		};
		const credentials: Record<string, { id: string; name: string }> = { ...ours };
		for (const [type, data] of Object.entries(others))
			credentials[type] = { name: type, id: await api.credentials.create({ name: type, type, data }) };

		/** The assessment that people are invited to by default. */
		async function assessment(kind = 'speaking') {
			const found = (await control.state()).assessments.find((entry) => entry.kind === kind);
			if (found === undefined) throw new Error(`The account has no assessment of the kind ${kind}`);
			return found;
		}

		/** The test's requests to an app. Uploads to Google Drive don't have authorization. */
		const calls = (host: Parameters<typeof apps.calls>[0]) =>
			apps.calls(host).filter((call) => [authorization, undefined].includes(call.authorization));

		/** Imports an example and does only what its notes ask for. */
		async function imported(name: string, { set = {}, table, deactivated }: Setup = {}) {
			const example = await asEditorImports(api, await readExample(name));
			const { assessmentId, name: assessmentName } = await assessment();
			const chosen: JsonObject = {
				assessmentId: listed(assessmentId, assessmentName),
				dataTableId: table?.choice,
				fromEmail: SENDER,
				pollTimes: { item: everySeconds(2) },
				...own.spreadsheet.choice,
			};
			for (const [node, values] of Object.entries(set)) {
				const parameters = Object.keys(example.nodes.find((one) => one.name === node)?.parameters ?? {});
				expect(parameters).toEqual(expect.arrayContaining(Object.keys(values)));
			}
			const nodes = fillIn(example, credentials).nodes.map((node) => {
				const own = Object.entries(chosen).filter(([key]) => isLeftToUser(node.parameters[key]));
				const parameters = { ...node.parameters, ...Object.fromEntries(own), ...set[node.name] };
				return { ...node, parameters, ...(node.name === deactivated && { disabled: true }) };
			});
			const workflow = { ...example, nodes };
			expect(changedUnasked(example, workflow)).toEqual([]);
			const { id } = await api.workflows.create(workflow);
			return { id, webhookId: nodes.flatMap(({ webhookId }) => webhookId ?? [])[0] ?? '' };
		}

		/** Publishes a workflow until the end of the test. */
		async function publish(workflowId: string): Promise<void> {
			onTestFinished(async () => await api.workflows.deactivate(workflowId));
			await activate(api, workflowId);
		}

		return {
			...{ ...own, api, assessment, calls, control, credentials, expect, imported, mailbox, n8n, publish, simulator },
			kill9,
			restart,
			/** Imports an example, and publishes it until the end of the test. */
			published: async (name: string, setup?: Setup) => {
				const example = await imported(name, setup);
				await publish(example.id);
				return example;
			},
			/** Assigns the assessment to a new person, and lets the events in `course` happen. */
			assign: async (details: NewUser, { assigned, expires, started: begun, finished, scored }: Course = {}) => {
				const at = (days = 0) => Date.now() + days * DAY_MS;
				const { userId } = await control.addUser(details);
				const { assessmentId } = await assessment();
				const assignment = { userId, assessmentId, assignedAt: at(assigned), expiresAt: expires && at(expires) };
				const { userAssessmentId } = await control.assign(assignment);
				if (begun !== undefined) await control.start({ userAssessmentId, at: at(begun) });
				if (finished !== undefined) await control.finish({ userAssessmentId, at: at(finished) });
				if (scored !== undefined) await control.score({ userAssessmentId, completed: at(scored), sendEvent: false });
				return userAssessmentId;
			},
			/** The assignments of the person with this email address. */
			assigned: async (email = '') => (await control.user({ emailAddress: email })).assignments,
			/** Someone new who has finished an assessment of this kind and is waiting for the score. */
			finished: async (kind: 'speaking' | 'writing' | 'placement') => {
				const { assessmentId, name } = await assessment(kind);
				const added = await control.addUsers({ count: 1, status: 'ScorePending', assessmentId });
				const [userId = '', userAssessmentId = ''] = [...added.userIds, ...added.userAssessmentIds];
				const { email = '', givenName = '', surname = '' } = await control.user({ userId });
				return { userId, userAssessmentId, email, givenName, surname, assessmentName: name };
			},
			/** Scores an assessment without sending an event. */
			score: async (userAssessmentId: string, score?: number, overrides?: JsonObject) => {
				await control.score({ userAssessmentId, score, overrides, sendEvent: false });
			},
			/** All completed reports with their users' fields, the oldest first. */
			scores: async () => {
				const users = await control.users();
				const completed = users.flatMap(({ scoreReports, ...user }) =>
					scoreReports.filter(({ status }) => status === 'Completed').map((report) => ({ ...user, ...report })),
				);
				return completed.sort((one, other) => String(one.completed).localeCompare(String(other.completed)));
			},
			/** Executes a new workflow with these nodes in sequence and the test's credentials. It must succeed. */
			execute: async (...nodes: readonly NodeSketch[]) => {
				const { id } = await api.workflows.create(fillIn(chain('Executed once', [startNode, ...nodes]), credentials));
				const execution = await api.workflows.run(id);
				expect(execution.error()).toBeUndefined();
				return execution;
			},
			table: async (name: string) => await importDataTable(api, name),
			form: formsOf(n8n),
			/** Executes a workflow by hand, and returns its error. */
			run: async (workflowId: string, trigger: string) => (await api.workflows.run(workflowId, { trigger })).error(),
			/** The emails sent through Gmail, the oldest first. */
			gmails: async () => {
				const sent = calls('www.googleapis.com').filter(({ path }) => path === '/gmail/v1/users/me/messages/send');
				const messages = sent.map(({ body }) => textOf(asObject(body, 'The message'), 'raw'));
				return await Promise.all(messages.map((raw) => PostalMime.parse(Buffer.from(raw, 'base64url'))));
			},
			/** The messages posted to Slack, the oldest first. */
			slackMessages: () =>
				calls('slack.com').flatMap(({ body }) => optionalTextOf(asObject(body, 'The message'), 'text') ?? []),
			/** Waits until this many executions of the workflow have ended, and returns them, the oldest first. */
			executions: async (workflowId: string, count: number) =>
				await api.executions.waitForCount(count, { workflowId, status: ['success', 'error', 'crashed'] }),
		};
	};
}
