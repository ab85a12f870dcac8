import { BACKSLASH, CLOSES, COLON, EITHER_BRACKET, isWhiteSpace, OPEN_BRACKET, OPENS, QUOTE, SPACE } from './jsonBytes';
import { MAX_DEPTH, MAX_SURROUNDING_BYTES } from './limits';

/**
 * What stands around the elements of a list: `{"appliedFilters":{…},"userScores":[]}`. It is kept, white space but for one
 * character left out, so that JSON.parse can judge it at the end.
 */
export class Surroundings {
	readonly #name: string;
	#kept = Buffer.alloc(1_024);
	#size = 0;
	#depth = 0;
	#inString = false;
	#escaped = false;
	/** The last byte outside strings that was no white space. */
	#before = 0;
	/** Where the last string stands: a key, when a colon follows. */
	#key = { from: 0, to: 0 };

	/** @param name the key of the list in the outermost object */
	constructor(name: string) {
		this.#name = name;
	}

	/** Without the elements; a byte order mark is dropped. */
	get text(): string {
		return this.#kept.toString('utf8', 0, this.#size).replace(/^\uFEFF/, '');
	}

	/** @returns the index after the bracket that opens the list, or -1 when the list does not begin in this piece */
	findList(piece: Uint8Array, from: number): number | { problem: string } {
		for (let index = from; index < piece.length; index += 1) {
			const byte = piece[index] ?? 0;
			if (this.#inString) {
				this.#keep(byte);
				if (this.#escaped) this.#escaped = false;
				else if (byte === BACKSLASH) this.#escaped = true;
				else if (byte === QUOTE) this.#endString();
			} else if (isWhiteSpace(byte)) {
				while (isWhiteSpace(piece[index + 1])) index += 1;
				this.#keep(SPACE);
			} else {
				const opensList = byte === OPEN_BRACKET && this.#before === COLON && this.#depth === 1 && this.#isList();
				this.#keep(byte);
				this.#count(byte);
				this.#before = byte;
				if (opensList) return index + 1;
			}
			if (this.#size > MAX_SURROUNDING_BYTES) {
				return { problem: `it holds more than ${MAX_SURROUNDING_BYTES / 2 ** 20} MB beside '${this.#name}'` };
			}
			if (this.#depth > MAX_DEPTH) return { problem: `it is nested deeper than ${MAX_DEPTH} levels` };
		}
		return -1;
	}

	#count(byte: number): void {
		const bracket = byte | EITHER_BRACKET;
		if (byte === QUOTE) {
			this.#inString = true;
			this.#key.from = this.#size - 1;
		} else if (bracket === OPENS) {
			this.#depth += 1;
		} else if (bracket === CLOSES) {
			this.#depth -= 1;
		}
	}

	#endString(): void {
		this.#inString = false;
		this.#key.to = this.#size;
	}

	#isList(): boolean {
		const key = this.#kept.toString('utf8', this.#key.from, this.#key.to);
		try {
			return JSON.parse(key) === this.#name;
		} catch {
			return false;
		}
	}

	#keep(byte: number): void {
		if (this.#size === this.#kept.length) {
			const larger = Buffer.alloc(2 * this.#size);
			this.#kept.copy(larger);
			this.#kept = larger;
		}
		this.#kept[this.#size++] = byte;
	}
}
