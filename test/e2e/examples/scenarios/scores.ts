import { isFirstGeneration } from '../../../firstGeneration.ts';
import { activate, failures } from '../../support/triggers.ts';
import { listed, type World } from '../support/world.ts';

// Examples that start on a score, by the poll trigger or by the webhook.

const scored = (person: Awaited<ReturnType<World['finished']>>, points: number) =>
	`${person.givenName} ${person.surname} scored ${points} in ${person.assessmentName}`;

export async function scoreToSlackAndCrm(world: World): Promise<void> {
	const { api, assign, calls, down, expect, score } = world;
	const { id } = await world.published('score-to-slack-and-crm');
	const [speaker, placed] = [await world.finished('speaking'), await world.finished('placement')];
	const contact = (user: typeof speaker, points: string) => ({
		method: 'POST',
		path: `/contacts/v1/contact/createOrUpdate/email/${user.email}`,
		authorization: expect.any(String),
		// The names that the contact already has aren't overwritten.
		body: {
			properties: [
				{ property: 'assessment_name', value: user.assessmentName },
				{ property: 'assessment_score', value: points },
				{ property: 'assessment_level', value: expect.stringMatching(/\w/) },
			],
		},
	});
	const contacts = () => calls('api.hubapi.com');
	await score(speaker.userAssessmentId, 7.5);
	await expect.poll(contacts).toEqual([contact(speaker, '7.5')]);
	const body = { channel: '#language-assessments', text: scored(speaker, 7.5) };
	expect(calls('slack.com')).toMatchObject([{ path: '/api/chat.postMessage', body }]);

	// For a person without an email address, Slack gets a message, but the CRM doesn't get a contact. Names can't mention or link anything.
	const noor = { givenName: 'Noor & <!channel>', surname: '<https://evil.example|Nomail>' };
	await assign({ ...noor, uniqueIdentifier: 'no-mail' }, { scored: 0 });
	const escaped = 'Noor &amp; &lt;!channel&gt; &lt;https://evil.example|Nomail&gt; scored ';
	await expect.poll(world.slackMessages).toEqual([expect.any(String), expect.stringContaining(escaped)]);

	// The CRM refuses one contact, and Slack one message. The others arrive once, and the execution names both people.
	const [other, unposted] = [await world.finished('placement'), await world.finished('placement')];
	await api.workflows.deactivate(id);
	for (const part of [placed.email, scored(unposted, 641)]) down.add(part);
	for (const { userAssessmentId } of [placed, other]) await score(userAssessmentId, 640);
	await score(unposted.userAssessmentId, 641);
	const error = await world.run(id, 'New scores');
	expect(error?.message).toMatch(/^These people's scores didn't arrive: [^;]+; [^;]+$/);
	for (const { email } of [unposted, placed]) expect(error?.message).toContain(`${email}: `);
	const updates = ({ email }: typeof other) => contacts().filter(({ path }) => path.endsWith(email)).length;
	expect([placed, other, unposted].map(updates)).toEqual([0, 1, 1]);
	const posted = world.slackMessages().filter((text) => text.includes(' scored 640 in '));
	expect(posted.sort()).toEqual([scored(placed, 640), scored(other, 640)].sort());
}

/** Makes the service send an event without a score. */
async function review({ control, finished }: World): Promise<void> {
	const { userAssessmentId } = await finished('placement');
	await control.score({ userAssessmentId, overrides: { status: 'NeedsReview' } });
}

export async function scoreByWebhook(world: World): Promise<void> {
	const { control, expect } = world;
	const { id } = await world.published('score-by-webhook');
	const speaker = await world.finished('speaking');
	for (const score of [7.5, 8]) {
		await control.score({ userAssessmentId: speaker.userAssessmentId, score });
		await control.idle();
	}
	await review(world);
	expect(await world.executions(id, 3)).toHaveLength(3);
	// There are two executions, and either can be the first to reach Slack.
	expect(world.slackMessages().sort()).toEqual([scored(speaker, 7.5), scored(speaker, 8)]);
}

export async function oneWebhookSeveralWorkflows(world: World): Promise<void> {
	const { api, control, expect, finished } = world;
	const receivers = await Promise.all([1, 2, 3].map(async () => await world.imported('fan-out-receiver')));
	const nodes = ['Start the first', 'Start the second', 'Start the third'];
	const choices = nodes.map((node, index) => [node, { workflowId: listed(receivers[index]?.id, 'Steps') }]);
	// n8n 1.x activates a subworkflow when it's saved, so there is nothing to publish.
	if (!isFirstGeneration) await activate(api, ...receivers.map((receiver) => receiver.id));
	const { id } = await world.published('one-webhook-several-workflows', { set: Object.fromEntries(choices) });

	const [ann, ben, cat] = [await finished('speaking'), await finished('speaking'), await finished('speaking')];
	await review(world);
	for (const { userAssessmentId } of [ann, ben]) await control.score({ userAssessmentId });
	const seenBy = async (workflowId = '', count: number) =>
		(await world.executions(workflowId, count))
			.flatMap((execution) => execution.items('Your nodes'))
			.map(({ json }) => /"userAssessmentId":"(.+?)"/.exec(JSON.stringify(json.data))?.[1])
			.sort();
	const ids = (...people: Array<typeof ann>) => people.map(({ userAssessmentId }) => userAssessmentId).sort();
	expect((await world.executions(id, 2)).map(({ status }) => status)).toEqual(['success', 'success']);
	for (const workflow of receivers) expect(await seenBy(workflow.id, 2)).toEqual(ids(ann, ben));

	const [one, deleted, other] = receivers;
	await api.workflows.delete(deleted?.id ?? '');
	await control.score({ userAssessmentId: cat.userAssessmentId });
	const [, , incomplete] = await world.executions(id, 3);
	expect(incomplete?.error()?.message).toMatch(/^Not every workflow was started: ./);
	for (const workflow of [one, other]) expect(await seenBy(workflow?.id, 3)).toEqual(ids(ann, ben, cat));
}

export async function decideWithAPerson(world: World): Promise<void> {
	const { api, calls, expect, finished, mailbox, score } = world;
	const { id } = await world.published('decide-with-a-person');
	const people: Array<Awaited<ReturnType<typeof finished>>> = [];
	const subjectsTo = (email: string) => mailbox.to(email).map(({ subject }) => subject);
	const subjects = () => people.map(({ email }) => subjectsTo(email).join());
	const [yes, no] = ['Invitation to an interview', 'Your application'];
	// No one with remarks is rejected or invited without being asked about.
	const noisy = { diagnosticInfo: ['Background noise in some answers'] };
	const results = [[7], [6.9], [5], [4.9], [2, noisy], [9, noisy]] as const;
	// An email that fails for good keeps no one else from theirs.
	const refused = await finished('speaking');
	mailbox.refused.add(refused.email);
	await score(refused.userAssessmentId, 8, { diagnosticInfo: [] });
	for (const [points, overrides] of results) {
		const person = await finished('speaking');
		people.push(person);
		await score(person.userAssessmentId, points, { diagnosticInfo: [], ...overrides });
	}
	await expect.poll(subjects).toEqual([yes, '', '', no, '', '']);

	/** Presses a button in the question about this person as soon as the question is posted. */
	const press = async (person: number, approved: boolean) => {
		const { givenName, surname } = people[person] ?? {};
		const asked = () => calls('slack.com').map(({ body }) => JSON.stringify(body));
		const question = () =>
			asked().find((text) => text.includes(`${givenName} ${surname} scored ${results[person]?.[0]} `)) ?? '';
		await expect.poll(question).toContain('Invite them to an interview?');
		expect(question().includes('(remarks: Background noise in some answers)')).toBe(person > 3);
		const url = new RegExp(`http[^"]+approved=${approved}[^"]*`).exec(question())?.[0] ?? '';
		// n8n ignores visits by bots, and responds with 409 until the execution waits.
		const open = async () => (await fetch(url, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } })).status;
		await expect.poll(open).toBe(200);
	};
	await press(1, true);
	await press(2, false);
	await press(4, true);
	await press(5, false);
	await expect.poll(subjects).toEqual([yes, yes, no, no, yes, no]);
	await expect
		.poll(async () => (await failures(api, id)).join('\n'))
		.toMatch(new RegExp(`^These people weren't contacted: ${refused.email}: .*No such mailbox[^;]*$`));
}

const MINUTE_MS = 60_000;

/** Takes a minute and a half, because a repair waits for n8n as long as the imported workflow says. */
export async function webhookWatchdog(world: World): Promise<void> {
	const { api, control, down, expect } = world;
	const trigger = await world.imported('score-by-webhook');
	/** Publishes the trigger as if it were this many minutes ago. */
	const publish = async (minutesAgo: number) => {
		await control.setClock({ advanceMs: -minutesAgo * MINUTE_MS });
		await world.publish(trigger.id);
		await control.setClock({ advanceMs: minutesAgo * MINUTE_MS });
		await control.clearLimits();
	};
	const set = { 'Read the workflow': { workflowId: listed(trigger.id, 'Scores') } };
	const { id } = await world.imported('webhook-watchdog', { set });
	let known = 0;
	/** The messages that a check posts, without duplicates, because n8n sends a message twice if the check runs past midnight. */
	const check = async () => {
		await api.workflows.begin(id, 'Every 15 minutes');
		// n8n doesn't keep the check's executions, so an empty list means that the check has ended.
		await expect.poll(() => api.executions.list({ workflowId: id }), { timeout: 180_000 }).toEqual([]);
		const posted = [...new Set(world.slackMessages())].filter((text) => !/ scored \S+ in /.test(text));
		const added = posted.slice(known);
		known = posted.length;
		return added;
	};
	// The trigger was published 50 minutes ago, so the check doesn't repair it, whatever the clock shows.
	await publish(50);
	const ours = (await control.webhook())?.url ?? '';
	expect(ours).toMatch(/\/webhook\/.+\/webhook$/);
	expect(await check()).toEqual([]);
	await control.deleteWebhook();
	expect(await check()).toEqual([expect.stringContaining('was deleted')]);
	expect(await control.webhook()).toBeNull();

	await api.workflows.deactivate(trigger.id);
	expect(await check()).toEqual([expect.stringContaining("isn't published")]);
	await publish(70);
	await control.registerWebhook({ url: 'https://other.example.com/hook' });
	expect(await check()).toEqual([
		expect.stringMatching(/Another webhook .+: https:\/\/other\.example\.com\/hook .+ didn't change anything/),
	]);
	// A second check in the same state doesn't post anything.
	expect(await check()).toEqual([]);
	expect((await control.webhook())?.url).toBe('https://other.example.com/hook');

	// A message that Slack doesn't accept is posted at the next check.
	await control.inject({ match: { path: '/webhook' }, fault: { kind: 'status', status: 401 }, times: 'always' });
	down.add('slack.com');
	expect(await check()).toEqual([]);
	down.delete('slack.com');
	expect(await check()).toEqual([expect.stringContaining("couldn't check")]);
	await control.clearFaults();

	// The webhook has our URL but a key that n8n doesn't have, and the trigger registered 70 minutes ago.
	await control.registerWebhook({ url: ours });
	// Changes that someone hasn't published yet stay unpublished. (n8n 1.x publishes what it saves.)
	const path = `/workflows/${trigger.id}`;
	const stored = async () => await api.session.request<{ nodes: object[]; activeVersionId: unknown }>('GET', path);
	const { nodes, activeVersionId } = await stored();
	const draft = { nodes: nodes.map((node) => ({ ...node, notes: 'Draft' })) };
	if (!isFirstGeneration) await api.session.request('PATCH', path, draft);
	expect(await check()).toEqual([expect.stringMatching(/was registered again .+ Repaired at \d\d:\d\d/)]);
	expect((await stored()).activeVersionId).toBe(activeVersionId);
	await control.score({ userAssessmentId: (await world.finished('speaking')).userAssessmentId });
	await control.idle();
	expect((await control.deliveries()).at(-1)).toMatchObject({ status: 200 });

	// Within an hour of that repair, the check doesn't repair again.
	const repaired = (await control.webhook())?.createdAt;
	await control.registerWebhook({ url: ours });
	expect(await check()).toEqual([expect.stringMatching(/was registered again .+ hasn't repaired the webhook yet/)]);
	expect((await control.webhook())?.createdAt).not.toBe(repaired);
}
