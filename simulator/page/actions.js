/** What somebody does on this page: the simulator's control surface, the buttons, and the words that come of it. */

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';

/** Tells what came of it. @typedef {() => Promise<string>} Action */

const TIMEOUT_MS = 10_000;
/** How many of the last happenings stay to be read. */
const KEPT = 2;

/** @param {string} method of ../control/interface.ts, which says what it takes and gives */
export async function call(method, input = {}) {
	const response = await fetch(`/_simulator/${method}`, {
		method: 'POST',
		signal: AbortSignal.timeout(TIMEOUT_MS),
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(input),
	});
	const text = await response.text();
	const result = text === '' ? null : JSON.parse(text);
	if (!response.ok) throw new Error(result?.error ?? `The simulator answered ${response.status}`);
	return result;
}

/** The last happenings, oldest first. @type {Array<{ id: number, text: string, tone: string }>} */
export const told = [];
let lastId = 0;
let shown = async () => {};

/** @param {() => Promise<void>} show shows the simulator anew; called after each action */
export const afterEach = (show) => (shown = show);

/** @param {Action} action */
async function act(action) {
	const happened = await action().then(
		(text) => ({ text, tone: 'soft' }),
		(error) => ({ text: error instanceof Error ? error.message : String(error), tone: 'bad' }),
	);
	told.push({ id: ++lastId, ...happened });
	if (told.length > KEPT) told.shift();
	await shown();
}

/** @type {(text: string, action: Action, describedBy?: string) => unknown} */
export const button = (text, action, describedBy) => html`
	<button type="button" aria-describedby=${describedBy ?? nothing} @click=${() => act(action)}>${text}</button>
`;

/** A form that is carried out and not sent. @type {(action: (form: HTMLFormElement) => Promise<string>) => unknown} */
export const submitting = (action) => (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
	event.preventDefault();
	const form = event.currentTarget;
	void act(() => action(form));
};

/** Rows that live as long as their keys: typed text stays. @type {<Row>(rows: Row[], key: keyof Row, show: (row: Row) => unknown) => unknown} */
export const each = (rows, key, show) => repeat(rows, (row) => row[key], show);
