/** The actions on this page: calls to the control surface, and the messages about them. */

import { html } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';

let said = '';
export const lastSaid = () => said;

/** @param {string} method a method in ../control/interface.ts, which defines its parameters and result */
export async function call(method, input = {}) {
	const [signal, body] = [AbortSignal.timeout(10_000), JSON.stringify(input)];
	const headers = { 'Content-Type': 'application/json' };
	const response = await fetch(`/_simulator/${method}`, { method: 'POST', signal, headers, body });
	const result = response.status === 204 ? null : await response.json();
	if (!response.ok) throw new Error(result.error);
	return result;
}

/** @type {(what: string, action: () => Promise<unknown>) => Promise<void>} an action can return a message to show */
async function act(what, action) {
	const result = await action().catch((error) => error.message);
	said = `${what}. ${typeof result === 'string' ? result : 'Done.'}`;
}

/** @type {(text: string, about: string, action: () => Promise<unknown>) => unknown} */
export const button = (text, about, action) =>
	html`<button type="button" aria-label="${text}: ${about}" @click=${() => act(`${text}: ${about}`, action)}>
		${text}
	</button>`;

/** Handles the submission of a form with one input. @type {(about: string, action: (text: string) => Promise<string>) => (event: SubmitEvent) => void} */
export const submitting = (about, action) => (event) => {
	event.preventDefault();
	const text = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get('input');
	void act(about, () => action(String(text)));
};

/** Keeps a row's element as long as its key exists, so typed text isn't lost. @type {<Row>(rows: Row[], key: keyof Row, show: (row: Row) => unknown) => unknown} */
export const each = (rows, key, show) => repeat(rows, (row) => row[key], show);
