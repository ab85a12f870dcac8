import type { Editor } from '../../playground/browser/editor.ts';
import { outputColumns } from '../../playground/browser/onScreen.ts';
import { packageName } from '../../playground/communityPackage.ts';
import { credentialsType } from '../../playground/playground.ts';
import type { Playground } from '../../playground/playground.ts';
import { buildWorkflow, startNode } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';
import type { OperationTry } from './operations.ts';
import { errorOf, fieldsOf, hintsOf } from './panel.ts';

/** What a builder sees of an operation. */
export interface Row {
	readonly operation: string;
	readonly fields: { readonly onScreen: readonly string[]; readonly below: readonly string[] };
	readonly columns: ReadonlyArray<{ readonly name: string; readonly isOnScreen: boolean }>;
	readonly hints: readonly string[];
	readonly mistake: string;
	readonly error: string;
}

type Credentials = Playground['credentials'];

const added = 'As Added';
const filledIn = 'Filled In';
const mistaken = 'Mistaken';

/** Credentials whose key the service does not accept. */
export async function wrongCredentials({ api, simulator }: Playground): Promise<Credentials> {
	const name = 'Wrong Key';
	const data = { apiKey: 'wrong', baseHost: simulator.baseHost, apiVersion: '2020q3' };
	return { [credentialsType]: { id: await api.credentials.create({ name, type: credentialsType, data }), name } };
}

/** Makes the mistake in the open panel; gives what the output pane says, or else n8n's message over it. */
async function mistakeIn(editor: Editor): Promise<string> {
	const toast = await editor.executeStep();
	return (await errorOf(editor)) ?? toast.replaceAll(/\s*\n\s*/g, ' ▸ ');
}

export async function operationRow(
	editor: Editor,
	{ api, credentials }: Playground,
	wrong: Credentials,
	{ name, resource, operation, ...tried }: OperationTry,
): Promise<Row> {
	const node = (title: string, parameters = {}, used = credentials) =>
		actionNode(title, { resource, operation, ...parameters }, used);
	const { id } = await api.workflows.create(
		buildWorkflow(
			name,
			[
				startNode,
				node(added),
				node(filledIn, tried.filledIn),
				node(mistaken, tried.mistaken ?? tried.filledIn, tried.mistaken === undefined ? wrong : credentials),
			],
			[added, filledIn, mistaken].map((title) => [startNode.name, title] as const),
		),
	);
	await editor.openWorkflow(id);
	await editor.openNode(added);
	const fields = await fieldsOf(editor);
	await editor.closeNode();
	await editor.openNode(filledIn);
	await editor.executeStep();
	const columns = await outputColumns(editor);
	const hints = await hintsOf(editor);
	// Anew: after a run of one node n8n's editor can't always begin another one's.
	await editor.openWorkflow(id);
	await editor.openNode(mistaken);
	const error = await mistakeIn(editor);
	return { operation: name, fields, columns, hints, mistake: tried.mistake, error };
}

async function openTrigger(editor: Editor, { api }: Playground, sketch: NodeSketch): Promise<void> {
	const { id } = await api.workflows.create(buildWorkflow(sketch.name, [sketch], []));
	await editor.openWorkflow(id);
	await editor.openNode(sketch.name);
}

export async function pollTriggerRow(editor: Editor, playground: Playground): Promise<Row> {
	const { credentials } = playground;
	const trigger = { name: 'Poll Trigger', type: `${packageName}.enterpriseAssessmentPollTrigger`, credentials };
	await openTrigger(editor, playground, trigger);
	const fields = await fieldsOf(editor);
	await editor.executeStep();
	const columns = await outputColumns(editor);
	const hints = await hintsOf(editor);
	await openTrigger(editor, playground, {
		...trigger,
		parameters: { filters: { assessmentNames: ['Nobody Took This'] } },
	});
	const error = await mistakeIn(editor);
	return { operation: trigger.name, fields, columns, hints, mistake: 'a filter that nothing passes', error };
}

export async function webhookTriggerRow(editor: Editor, playground: Playground): Promise<Row> {
	const { credentials, simulator } = playground;
	const { control } = simulator;
	const type = `${packageName}.enterpriseAssessmentTrigger`;
	const trigger = { name: 'Trigger', type, credentials, webhookId: 'ba84c5ce-0d5f-4d7c-8b44-6b7c9a1d2e3f' };
	await openTrigger(editor, playground, trigger);
	const fields = await fieldsOf(editor);
	const executed = editor.executeStep();
	await editor.page.getByText('Listening for test event').waitFor();
	const { assignments } = await control.user({ emailAddress: 'candidate005@example.com' });
	await control.score({ userAssessmentId: assignments[0]?.userAssessmentId ?? '', score: 6.4 });
	await executed;
	const columns = await outputColumns(editor);
	const hints = await hintsOf(editor);
	await control.registerWebhook({ url: 'https://crm.example.com/score-events' });
	await openTrigger(editor, playground, { ...trigger, webhookId: 'c7c11a55-3f57-4a31-9f0a-5f6f1c9a7b10' });
	const error = await mistakeIn(editor);
	await control.deleteWebhook();
	return { operation: trigger.name, fields, columns, hints, mistake: 'something else has the webhook', error };
}
