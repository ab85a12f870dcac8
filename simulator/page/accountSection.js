/** What n8n's credentials need, and what the account has to offer. */

import * as control from './control.js';
import { byId, element, keyedList, isPossible, setOptionalText, setPossible, setText } from './dom.js';

/** @import { SimulatorState } from '../control/interface.ts' */
/** @import { Act } from './main.js' */
/** @import { Entry } from './dom.js' */

/**
 * @param {Act} act
 * @param {(message: string) => void} tell
 */
export function accountSection(act, tell) {
	const baseHost = byId('base-host', HTMLInputElement);
	const apiKey = byId('api-key', HTMLInputElement);
	const revoked = byId('no-key', HTMLElement);
	const revoke = byId('revoke-key', HTMLButtonElement);
	revoke.addEventListener('click', () => {
		if (!isPossible(revoke)) return;
		void act(async () => {
			await control.revokeKey(apiKey.value);
			return 'The API key was revoked: requests with it are answered 401.';
		});
	});
	byId('generate-key', HTMLButtonElement).addEventListener('click', () => {
		void act(async () => {
			await control.generateKey();
			return 'There is a new API key. The keys before it stay valid until they are revoked.';
		});
	});
	for (const button of document.querySelectorAll('button[data-copy]')) addCopying(button, tell);

	const updateAssessments = keyedList(byId('assessment-catalogue', HTMLElement), namedEntry);
	const updateGroups = keyedList(byId('group-catalogue', HTMLElement), namedEntry);

	/** @param {SimulatorState} state */
	return (state) => {
		const usable = state.apiKeys.findLast((key) => key.state === 'active')?.apiKey ?? '';
		setValue(baseHost, state.baseHost);
		setValue(apiKey, usable);
		setPossible(revoke, usable !== '');
		setOptionalText(revoked, usable === '' ? 'Every API key is revoked: all requests are answered 401.' : '');
		updateAssessments(
			state.assessments.map(({ assessmentId, name, assessmentType, kind }) => ({
				key: assessmentId,
				name,
				detail: `${assessmentType} · ${kind}`,
			})),
		);
		updateGroups(state.groups.map(({ groupId, name }) => ({ key: groupId, name, detail: '' })));
	};
}

/**
 * @param {HTMLInputElement} input
 * @param {string} value
 */
function setValue(input, value) {
	if (input.value !== value) input.value = value;
}

/**
 * @param {Element} button with the id of the field in `data-copy`
 * @param {(message: string) => void} tell
 */
function addCopying(button, tell) {
	const input = byId(button.getAttribute('data-copy') ?? '', HTMLInputElement);
	const label = input.labels?.[0]?.textContent ?? '';
	button.addEventListener('click', () => {
		navigator.clipboard.writeText(input.value).then(
			() => tell(`${label} copied.`),
			() => {
				input.select();
				tell(`${label} is selected: press Ctrl+C to copy it.`);
			},
		);
	});
}

/**
 * @typedef {{ key: string, name: string, detail: string }} Named
 *
 * @param {Named} first
 * @returns {Entry<Named>}
 */
function namedEntry(first) {
	const name = element('span', { class: 'catalogue-name' });
	const detail = element('span', { class: 'when' });
	return {
		node: element('li', {}, name, detail, element('code', { text: first.key })),
		update(row) {
			setText(name, row.name);
			setOptionalText(detail, row.detail);
		},
	};
}
