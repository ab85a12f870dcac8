import type { Checked, ListCheck } from '../specification/responses';
import { elementProblem, isRecord, jsonOrText } from '../specification/responses';

/** In bytes, for one element and for all that stands around the elements: a user with some 15,000 score reports. */
export const MAX_HELD_BYTES = 32 * 2 ** 20;

/** Deeper nesting would overflow the stack of code that walks through it. */
export const MAX_DEPTH = 500;

/** The key of a list is shorter, with the white space that follows it. */
const MAX_KEY_BYTES = 1_000;

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = Buffer.from('"\\[]{}');

/** Finds the brackets outside of strings in JSON that arrives in pieces. */
class Brackets {
	#inString = false;
	/** How many bytes of the next piece belong to an escape in this one. */
	#skip = 0;

	/** @returns the index of the next bracket, or the end of the piece */
	next(piece: Buffer, from: number): number {
		const { length } = piece;
		let inString = this.#inString;
		let index = from + this.#skip;
		this.#skip = 0;
		for (; index < length; index += 1) {
			const byte = piece[index];
			if (inString) {
				if (byte === BACKSLASH) index += 1;
				else if (byte === QUOTE) inString = false;
			} else if (byte === QUOTE) {
				inString = true;
			} else if (byte === OPEN_BRACE || byte === OPEN_BRACKET || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
				break;
			}
		}
		this.#inString = inString;
		this.#skip = Math.max(0, index - length);
		return Math.min(index, length);
	}
}

/**
 * Reads a JSON object that arrives in pieces and holds one long list of objects. Each element is parsed and checked as soon
 * as it is complete. The reader itself looks at brackets and strings only: JSON.parse judges each element, and at the end
 * the text around the elements, with `{}` in the place of each.
 */
export class ListReader<T> {
	readonly #list: ListCheck<T>;
	readonly #take: (element: T) => void;
	readonly #brackets = new Brackets();
	/** One character for each byte. Slices of the pieces would keep these in memory. */
	#around = '';
	/** The beginning of an element that goes on in the next piece, likewise. */
	#element = '';
	#place: 'around' | 'list' | 'element' = 'around';
	#depth = 0;
	#lists = 0;
	#count = 0;
	#problem: string | undefined;

	/** @param take called with each element, in the list's order */
	constructor(list: ListCheck<T>, take: (element: T) => void) {
		this.#list = list;
		this.#take = take;
	}

	/** @returns whether the rest of the body is worth reading: not once something is wrong */
	read(piece: Buffer): boolean {
		let begin = 0;
		for (let at = this.#brackets.next(piece, 0); at < piece.length; at = this.#brackets.next(piece, at + 1)) {
			const byte = piece[at];
			const opens = byte === OPEN_BRACE || byte === OPEN_BRACKET;
			begin = opens ? this.#open(piece, begin, at) : this.#close(piece, begin, at + 1);
			if (this.#problem !== undefined) return false;
		}
		const rest = piece.toString('latin1', begin);
		if (this.#place === 'element') this.#element += rest;
		else this.#around += rest;
		if (Math.max(this.#element.length, this.#around.length) > MAX_HELD_BYTES) {
			this.#problem = `it holds more than ${MAX_HELD_BYTES / 2 ** 20} MB in one piece`;
		}
		return this.#problem === undefined;
	}

	/** After the last piece, or after one that made the rest useless: what is wrong, if anything. */
	finish(): string | undefined {
		if (this.#problem !== undefined) return this.#problem;
		const { array } = this.#list;
		const whole = jsonOrText(textOf(this.#around));
		const entries: unknown = isRecord(whole) ? whole[array] : undefined;
		// Elements that are objects were checked as they came.
		if (Array.isArray(entries) && entries.every(isRecord)) return undefined;
		return Array.isArray(entries) ? this.#problemOfEntries(entries) : problemOf(this.#list(whole));
	}

	/** @returns the index up to which the piece is kept */
	#open(piece: Buffer, begin: number, at: number): number {
		this.#depth += 1;
		if (this.#depth > MAX_DEPTH) this.#problem = `it is nested deeper than ${MAX_DEPTH} levels`;
		if (this.#depth === 2 && piece[at] === OPEN_BRACKET) {
			this.#around += piece.toString('latin1', begin, at);
			if (this.#isAtList()) this.#beginList();
			return at;
		}
		if (this.#place === 'list') {
			this.#around += `${piece.toString('latin1', begin, at)}{}`;
			this.#place = 'element';
			return at;
		}
		return begin;
	}

	/** @returns the index up to which the piece is kept */
	#close(piece: Buffer, begin: number, end: number): number {
		this.#depth -= 1;
		if (this.#depth === 1) this.#place = 'around';
		if (this.#depth !== 2 || this.#place !== 'element') return begin;
		this.#check(
			this.#element === ''
				? piece.toString('utf8', begin, end)
				: textOf(this.#element + piece.toString('latin1', begin, end)),
		);
		this.#element = '';
		this.#place = 'list';
		return end;
	}

	#isAtList(): boolean {
		const key = /("(?:[^"\\]|\\.)*")\s*:\s*$/.exec(this.#around.slice(-MAX_KEY_BYTES))?.[1];
		return key !== undefined && jsonOrText(key) === this.#list.array;
	}

	#beginList(): void {
		this.#place = 'list';
		this.#lists += 1;
		if (this.#lists > 1) this.#problem = `it has the array '${this.#list.array}' twice`;
	}

	#check(text: string): void {
		const checked = this.#list.element(jsonOrText(text));
		if ('problem' in checked) this.#problem = elementProblem(this.#list.array, this.#count, checked.problem);
		else this.#take(checked.value);
		this.#count += 1;
	}

	#problemOfEntries(entries: unknown[]): string {
		const index = entries.findIndex((entry) => !isRecord(entry));
		return elementProblem(this.#list.array, index, problemOf(this.#list.element(entries[index])));
	}
}

function textOf(bytes: string): string {
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** What a check finds in something that is wrong. */
function problemOf(checked: Checked<unknown>): string {
	return 'problem' in checked ? checked.problem : "it can't be read";
}
