import { isRecord } from '../api/specification/isRecord';

/** So many texts are held at once; then all are forgotten. Those that repeat come again within a few elements of a list. */
const MOST_TEXTS = 4_096;

/**
 * Lets equal texts be one string in memory. The questions, levels and descriptions of each score report are strings of their
 * own when they have just been parsed: a third of what the items of 50,000 users take, for as long as the execution runs.
 * Nothing that can be changed is shared: n8n's Edit Fields can write into a list of one item.
 */
export class EqualTexts {
	readonly #texts = new Map<string, string>();

	/** @param data what was parsed from JSON; its values stay equal */
	unite(data: Record<string, unknown> | unknown[]): void {
		// Written for speed: a list of 50,000 users has three million values.
		if (Array.isArray(data)) {
			for (let index = 0; index < data.length; index += 1) data[index] = this.#united(data[index]);
		} else {
			for (const name of Object.keys(data)) data[name] = this.#united(data[name]);
		}
	}

	#united(value: unknown): unknown {
		if (typeof value === 'string') return this.#one(value);
		if (Array.isArray(value) || isRecord(value)) this.unite(value);
		return value;
	}

	#one(text: string): string {
		const held = this.#texts.get(text);
		if (held !== undefined) return held;
		if (this.#texts.size === MOST_TEXTS) this.#texts.clear();
		this.#texts.set(text, text);
		return text;
	}
}
