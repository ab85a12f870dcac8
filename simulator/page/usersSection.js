/** The users, and the buttons that do what the people behind them would do. */

import * as control from './control.js';
import { byId, element, isPossible, keyedList, setBadge, setOptionalText, setPossible, setText } from './dom.js';
import { resultOf, userRows } from './usersView.js';

/** @import { Snapshot } from './changes.js' */
/** @import { Act } from './main.js' */
/** @import { Entry } from './dom.js' */
/** @import { AssessmentRow, UserRow } from './usersView.js' */

const PAGE = 25;

/**
 * @param {Act} act
 * @param {() => void} refresh
 */
export function usersSection(act, refresh) {
	const search = byId('user-search', HTMLInputElement);
	const more = byId('more-users', HTMLButtonElement);
	const count = byId('user-count', HTMLElement);
	const update = keyedList(byId('user-list', HTMLElement), (/** @type {UserRow} */ row) => userEntry(row, act));
	let shown = PAGE;

	search.addEventListener('input', () => {
		shown = PAGE;
		refresh();
	});
	more.addEventListener('click', () => {
		shown += PAGE;
		refresh();
	});

	return {
		/** One more than is shown tells whether there are more. */
		wanted: () => ({ search: search.value, userCount: shown + 1 }),
		/** @param {Snapshot} snapshot */
		show({ users, state }) {
			update(userRows(users.slice(0, shown), state));
			const isAll = users.length <= shown;
			if (isAll && more === document.activeElement) search.focus();
			more.hidden = isAll;
			const some = Math.min(users.length, shown);
			const whole = isAll && search.value.trim() === '';
			setText(count, whole ? `${state.userCount} users` : `${some} of ${state.userCount} users`);
		},
	};
}

/**
 * @param {UserRow} first
 * @param {Act} act
 * @returns {Entry<UserRow>}
 */
function userEntry(first, act) {
	const headingId = `user-${first.key}`;
	const heading = element('h3', { id: headingId });
	const contact = element('p', { class: 'contact' });
	const groups = element('p', { class: 'groups' });
	const note = element('p', { class: 'note' });
	const list = element('ul', { class: 'assessments', tabindex: '-1', 'aria-labelledby': headingId });
	const update = keyedList(list, (/** @type {AssessmentRow} */ row) => assessmentEntry(row, act));
	const about = element('div', { class: 'user-head' }, heading, contact, groups);
	return {
		node: element('li', { class: 'user' }, about, note, list),
		update(row) {
			setText(heading, row.name);
			setOptionalText(contact, row.contact);
			setOptionalText(groups, row.groups);
			setOptionalText(note, row.note);
			update(row.assessments);
		},
	};
}

/**
 * @param {AssessmentRow} first
 * @param {Act} act
 * @returns {Entry<AssessmentRow>}
 */
function assessmentEntry(first, act) {
	let row = first;
	const nameId = `assessment-${first.key}`;
	const name = element('span', { class: 'assessment-name' });
	const owner = element('span', { class: 'visually-hidden' });
	const badge = element('span', { class: 'badge' });
	const result = element('span', { class: 'result' });
	const when = element('span', { class: 'when' });
	const what = element('p', { class: 'what', id: nameId }, name, owner, badge, result, when);

	const start = element('button', { type: 'button', text: 'Start', 'aria-describedby': nameId });
	const finish = element('button', { type: 'button', text: 'Finish', 'aria-describedby': nameId });
	const score = element('button', { type: 'submit', class: 'main', text: 'Score', 'aria-describedby': nameId });
	const { min, max, step } = first.scores;
	const points = element('input', {
		type: 'number',
		min: String(min),
		max: String(max),
		step: String(step),
		placeholder: `${min}–${max}`,
		'aria-label': `Score to give, ${min} to ${max}; a random one when empty`,
		title: 'A random score when empty',
		'aria-describedby': nameId,
	});
	const form = element('form', { class: 'scoring' }, points, score);

	/**
	 * @param {(userAssessmentId: string) => Promise<unknown>} take
	 * @param {string} done
	 */
	const move = (take, done) =>
		void act(async () => {
			await take(row.key);
			return `${row.name} of ${row.owner} was ${done}.`;
		});
	start.addEventListener('click', () => {
		if (isPossible(start)) move(control.start, 'started');
	});
	finish.addEventListener('click', () => {
		if (isPossible(finish)) move(control.finish, 'finished');
	});
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		if (!isPossible(score)) return;
		const given = points.value === '' ? {} : { score: points.valueAsNumber };
		void act(async () => {
			const { report, deliveryId } = await control.score({ userAssessmentId: row.key, ...given });
			const sent = deliveryId === null ? ' No webhook is registered: no event was sent.' : '';
			return `${row.name} of ${row.owner} was scored: ${resultOf(report)}.${sent}`;
		});
	});

	return {
		node: element('li', { class: 'assessment' }, what, element('div', { class: 'actions' }, start, finish, form)),
		update(latest) {
			row = latest;
			setText(name, row.name);
			setText(owner, `of ${row.owner}`);
			setBadge(badge, row.status.label, row.status.tone);
			setOptionalText(result, row.result);
			setOptionalText(when, row.when);
			setPossible(start, row.canStart);
			setPossible(finish, row.canFinish);
			setPossible(score, row.canScore);
		},
	};
}
