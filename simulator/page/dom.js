/** The few things that the page does with its document. Text is only ever set as text. */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes] `text` is the element's text
 * @param {...Node} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (name === 'text') made.textContent = value;
		else made.setAttribute(name, value);
	}
	made.append(...children);
	return made;
}

/**
 * An element of index.html.
 *
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
	const found = document.getElementById(id);
	if (found instanceof kind) return found;
	throw new Error(`The page has no ${kind.name} with the id '${id}'`);
}

/**
 * Leaves alone what is the same: selections and focus stay.
 *
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
	if (target.textContent !== text) target.textContent = text;
}

/**
 * A text that disappears when it is empty.
 *
 * @param {HTMLElement} target
 * @param {string} text
 */
export function setOptionalText(target, text) {
	setText(target, text);
	target.hidden = text === '';
}

/**
 * @param {HTMLElement} badge
 * @param {string} label
 * @param {string} tone
 */
export function setBadge(badge, label, tone) {
	setText(badge, label);
	if (badge.dataset.tone !== tone) badge.dataset.tone = tone;
}

/**
 * Tells that a button does nothing now. It isn't disabled: that would throw the focus of whoever has just pressed it
 * back to the beginning of the page.
 *
 * @param {HTMLButtonElement} button
 * @param {boolean} possible
 */
export function setPossible(button, possible) {
	button.setAttribute('aria-disabled', String(!possible));
}

/** @param {HTMLButtonElement} button */
export function isPossible(button) {
	return button.getAttribute('aria-disabled') !== 'true';
}

/**
 * @template Row
 * @typedef {{ node: HTMLElement, update: (row: Row) => void }} Entry
 */

/**
 * Keeps the children of `container` in step with rows: an entry lives as long as its row's key, so that focus, typed
 * text and opened details survive. When the entry with the focus goes, `container` gets the focus.
 *
 * @template {{ key: string }} Row
 * @param {HTMLElement} container
 * @param {(row: Row) => Entry<Row>} create
 * @returns {(rows: readonly Row[]) => void}
 */
export function keyedList(container, create) {
	/** @type {Map<string, Entry<Row>>} */
	const entries = new Map();
	return (rows) => {
		const focused = document.activeElement;
		const wanted = new Set(rows.map(({ key }) => key));
		for (const [key, { node }] of entries) {
			if (wanted.has(key)) continue;
			const hadFocus = node.contains(document.activeElement);
			node.remove();
			entries.delete(key);
			if (hadFocus) container.focus();
		}
		let next = container.firstElementChild;
		for (const row of rows) {
			const entry = entries.get(row.key) ?? create(row);
			entries.set(row.key, entry);
			entry.update(row);
			if (entry.node === next) next = next.nextElementSibling;
			else container.insertBefore(entry.node, next);
		}
		// An element that is moved loses the focus.
		if (focused instanceof HTMLElement && container.contains(focused)) focused.focus({ preventScroll: true });
	};
}
