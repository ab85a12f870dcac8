import { elementProblem, isRecord, jsonOrText, type ListCheck, MAX_DEPTH, TOO_DEEP } from '../specification/responses';

/** The size limit for one element, and for the text around all elements. About 15,000 score reports of one user fit. */
export const MAX_HELD_BYTES = 32 * 2 ** 20;

/** The most bytes that a list's key can have, including the white space around it. */
const MAX_KEY_BYTES = 1_000;

/** How many other arrays there can be next to the list. */
const MAX_OTHERS = 100;

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = Buffer.from('"\\[]{}');

/** Finds brackets outside of strings in JSON that arrives in pieces. */
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
 * Reads a JSON object that arrives in pieces and contains one long list of objects. Parses and checks each element as soon as
 * it's complete. The reader itself only looks at brackets and strings. JSON.parse validates each element and, at the end, the
 * text around the elements, with `{}` in place of each.
 */
export class ListReader<T> {
	readonly #list: ListCheck<T>;
	readonly #take: (element: T) => void;
	readonly #brackets = new Brackets();
	/** The text around the elements, one character per byte. It isn't a slice of a Buffer, which would keep its whole piece in memory. */
	#around = '';
	/** The end of `#around`, which can be a list's key. To look at the end of a long string, JavaScript would copy all of it. */
	#end = '';
	/** The beginning of an element that continues in the next piece, also one character per byte. */
	#element = '';
	/** Undefined outside the list. */
	#place: 'list' | 'element' | undefined;
	/** How many brackets are open: 1 in the body's object, 2 in the list or another of its values, 3 in an element. */
	#depth = 0;
	#lists = 0;
	#others = 0;
	#count = 0;
	#problem: string | undefined;

	/** @param take called with each element, in the list's order */
	constructor(list: ListCheck<T>, take: (element: T) => void) {
		this.#list = list;
		this.#take = take;
	}

	/** @returns whether the rest of the body is worth reading: false once something is wrong */
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
		else this.#store(rest);
		if (Math.max(this.#element.length, this.#around.length) > MAX_HELD_BYTES) {
			this.#problem = `one part of it is larger than ${MAX_HELD_BYTES / 2 ** 20} MB`;
		}
		return this.#problem === undefined;
	}

	/** @returns the problem, if any. Call this after the last piece, or after `read` returned false. */
	finish(): string | undefined {
		if (this.#problem !== undefined) return this.#problem;
		const { array } = this.#list;
		const whole = jsonOrText(textOf(this.#around));
		const entries: unknown = isRecord(whole) ? whole[array] : undefined;
		if (this.#lists === 0 || !Array.isArray(entries)) return problemOf(this.#list(whole));
		// Elements that are objects were already checked when they arrived.
		if (entries.every(isRecord)) return undefined;
		const index = entries.findIndex((entry) => !isRecord(entry));
		return elementProblem(array, index, problemOf(this.#list.element(entries[index])));
	}

	/** @returns the index up to which the piece has been stored */
	#open(piece: Buffer, begin: number, at: number): number {
		this.#depth += 1;
		if (this.#depth > MAX_DEPTH) this.#problem = TOO_DEEP;
		if (this.#depth === 2 && piece[at] === OPEN_BRACKET) {
			this.#store(piece.toString('latin1', begin, at));
			this.#beginArray();
			return at;
		}
		if (this.#place === 'list') {
			this.#store(`${piece.toString('latin1', begin, at)}{}`);
			this.#place = 'element';
			return at;
		}
		return begin;
	}

	/** @returns the index up to which the piece has been stored */
	#close(piece: Buffer, begin: number, end: number): number {
		this.#depth -= 1;
		if (this.#depth === 1) this.#place = undefined;
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

	#store(around: string): void {
		this.#around += around;
		if (this.#place === undefined) this.#end = (this.#end + around).slice(-MAX_KEY_BYTES);
	}

	#beginArray(): void {
		const { array } = this.#list;
		const key = /[{,]\s*("(?:[^"\\{,]|\\.)*")\s*:\s*$/.exec(this.#end)?.[1];
		const isList = key !== undefined && jsonOrText(key) === array;
		if (isList) this.#place = 'list';
		this.#lists += isList ? 1 : 0;
		this.#others += isList ? 0 : 1;
		if (this.#lists > 1) this.#problem = `it has the array '${array}' twice`;
		if (this.#others > MAX_OTHERS) this.#problem = `it has more than ${MAX_OTHERS} arrays other than '${array}'`;
	}

	#check(text: string): void {
		const checked = this.#list.element(jsonOrText(text));
		if ('problem' in checked) this.#problem = elementProblem(this.#list.array, this.#count, checked.problem);
		else this.#take(checked.value);
		this.#count += 1;
	}
}

function textOf(bytes: string): string {
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Says what is wrong with a body that has already been rejected. */
function problemOf(checked: { value: unknown } | { problem: string }): string {
	return 'problem' in checked ? checked.problem : "it can't be read";
}
