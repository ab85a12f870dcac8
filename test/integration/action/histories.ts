import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Settings, Simulator } from '../../../simulator/index.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { seededRandom } from '../../unit/pacing/support/randomness.ts';
import { execute } from '../support/n8nContext.ts';
import { EACH } from './invitations.ts';
import { actionNode } from './support.ts';

/** `HISTORIES=1000` runs the complete proof. Each history takes about a second. */
export const HISTORIES = Number(process.env.HISTORIES ?? 20);
const SEED = Number(process.env.SEED ?? 1);

/** The latest time at which an assignment shows up. A process that reads after that sees it. */
export const MOST_LATE_MS = 10_000;

export type Draw = ReturnType<typeof drawFor>;

function drawFor(number: number) {
	const random = seededRandom(SEED * 100_000 + number);
	function pick<T>(...choices: readonly T[]): T {
		const choice = choices[Math.floor(random() * choices.length)];
		if (choice === undefined) throw new Error('Nothing to choose from');
		return choice;
	}
	return { random, pick };
}

/** A service without people that uses the nodes' clock, and the random values for one history. */
export async function beginHistory(number: number, settingsFrom: (draw: Draw) => Partial<Settings>) {
	const draw = drawFor(number);
	const { random, pick } = draw;
	const late = () => (random() < 0.4 ? 0 : Math.floor(random() * MOST_LATE_MS));
	const settings: Partial<Settings> = {
		limits: null,
		appearAfterMs: { assignments: late(), score: late(), scores: 0 },
		reportedNames: pick('same', 'trailingBlank', 'otherCase'),
		listOrder: pick('creation', 'newestFirst', 'random'),
		emailsStored: pick('asGiven', 'lowerCase'),
		...settingsFrom(draw),
	};
	const clock = { now: () => monotonicClock.now() };
	const simulator = await startSimulator({ seed: number + 1, empty: true, clock, settings });
	const { assessments } = await simulator.control.state();
	return {
		...draw,
		settings,
		simulator,
		assessments,
		what: `history ${number} of seed ${SEED}, ${JSON.stringify(settings)}`,
	};
}

/** The names that a person is invited by. For `either`, the service knows both names, and each item has one of them. */
export type Kind = 'both' | 'email' | 'either';

export function namesIn(person: string, by: 'both' | 'email' | 'identifier') {
	return { email: by === 'identifier' ? '' : `${person}@example.com`, identifier: by === 'email' ? '' : person };
}

/** Creates the users that the service has to know before they are invited. */
export async function addKnown({ control }: Simulator, people: ReadonlyArray<{ person: string; kind: Kind }>) {
	const known = people.filter(({ kind }) => kind === 'either').map(({ person }) => person);
	for (const person of new Set(known)) {
		await control.addUser({ email: `${person}@example.com`, uniqueIdentifier: person });
	}
}

type OnError = 'continueRegularOutput' | 'stopWorkflow';

/** Runs Assignment: Create. Returns the content of each output item with the input item that it belongs to. */
export async function inviteAll(
	{ apiKey, baseHost }: Pick<Simulator, 'apiKey' | 'baseHost'>,
	parameters: INodeParameters,
	items: INodeExecutionData[],
	onError: OnError = 'continueRegularOutput',
) {
	const credentials = { apiKey, baseHost, apiVersion: '2020q3' };
	const node = actionNode(credentials, 'assignment.create', { ...EACH, ...parameters }, { settings: { onError } });
	return (await execute(node, items)).map(({ json, pairedItem }): [json: IDataObject, of: IDataObject] => {
		const { item } = typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem : { item: -1 };
		return [json, items[item]?.json ?? {}];
	});
}
