import { BACKSLASH, CLOSES, COMMA, EITHER_BRACKET, isWhiteSpace, OPENS, QUOTE } from './jsonBytes';
import { MAX_DEPTH } from './limits';

/** How much a value of JSON holds, as far as that can be told without parsing it. */
export interface Shape {
	/** How many arrays and objects it holds directly. */
	readonly held: number;
	/** How many arrays and objects these hold directly, all together. */
	readonly heldWithin: number;
}

/**
 * Finds where one value of JSON ends, in bytes that come in pieces. It looks at brackets and strings alone: whether the
 * value is right JSON is for JSON.parse to say.
 */
export class ValueEnd {
	#depth = 0;
	#held = 0;
	#heldWithin = 0;
	#tooDeep = false;
	#inString = false;
	/** Bytes of the next piece that belong to an escape in this one. */
	#skip = 0;

	/** Whether the value is nested deeper than `MAX_DEPTH`, as far as it was read. */
	get tooDeep(): boolean {
		return this.#tooDeep;
	}

	/** Of the value, as far as it was read. */
	get shape(): Shape {
		return { held: this.#held, heldWithin: this.#heldWithin };
	}

	/** The next byte is the first of a new value: no white space and no comma. */
	begin(): void {
		this.#depth = 0;
		this.#held = 0;
		this.#heldWithin = 0;
		this.#tooDeep = false;
		this.#inString = false;
		this.#skip = 0;
	}

	/**
	 * @param from where the value begins or goes on
	 * @returns the index after the value's last byte; -1 when the piece ends before it is clear
	 */
	find(piece: Uint8Array, from: number): number {
		const { length } = piece;
		let depth = this.#depth;
		let inString = this.#inString;
		let index = from + this.#skip;
		while (index < length) {
			if (inString) {
				let byte = piece[index];
				while (byte !== QUOTE && byte !== BACKSLASH && ++index < length) byte = piece[index];
				if (index >= length) break;
				if (byte === BACKSLASH) {
					index += 2;
					continue;
				}
				index += 1;
				inString = false;
				if (depth === 0) return index;
			} else {
				const byte = piece[index++] ?? 0;
				const bracket = byte | EITHER_BRACKET;
				if (byte === QUOTE) {
					inString = true;
				} else if (bracket === OPENS) {
					depth += 1;
					if (depth === 2) this.#held += 1;
					else if (depth === 3) this.#heldWithin += 1;
					else if (depth > MAX_DEPTH) this.#tooDeep = true;
				} else if (bracket === CLOSES) {
					if (depth === 0) return index - 1;
					if (--depth === 0) return index;
				} else if (depth === 0 && (byte === COMMA || isWhiteSpace(byte))) {
					return index - 1;
				}
			}
		}
		this.#depth = depth;
		this.#inString = inString;
		this.#skip = index - length;
		return -1;
	}
}
