import type { Checked, ListCheck } from '../../specification/responses';
import { elementProblem } from '../../specification/responses';
import { jsonOrText } from '../jsonOrText';
import { CLOSE_BRACKET, COMMA, isWhiteSpace, OPEN_BRACE } from './jsonBytes';
import { MAX_DEPTH, MAX_ELEMENT_BYTES } from './limits';
import { Surroundings } from './surroundings';
import type { Shape } from './valueEnd';
import { ValueEnd } from './valueEnd';

/** What is made of the elements of a list, one after the other. */
export interface ListFold<T, R> {
	take(element: T): void;
	/** Whether the next element, an object of this shape, need not be parsed and taken; when left out, none is skipped. */
	skip?(shape: Shape): boolean;
	result(): R;
}

const NOT_JSON = 'it is not JSON but text';

/** Where in the body the next byte stands. */
type Place = 'around' | 'beforeFirst' | 'beforeNext' | 'inElement' | 'afterElement';

/**
 * Reads a JSON object that arrives in pieces and holds one long list. Each element is parsed alone, as soon as it is
 * complete, and checked; never is more held than one element and what stands beside the list. Of an element that is skipped,
 * the brackets and strings alone are looked at.
 */
export class ListReader<T, R> {
	readonly #list: ListCheck<T>;
	readonly #fold: ListFold<T, R>;
	readonly #around: Surroundings;
	readonly #end = new ValueEnd();
	#place: Place = 'around';
	#seen = false;
	/** How many elements have ended. */
	#count = 0;
	/** The beginning of an element that goes on in the next piece. */
	#begun: Buffer[] = [];
	#isObject = true;
	#size = 0;
	#problem: string | undefined;

	constructor(list: ListCheck<T>, fold: ListFold<T, R>) {
		this.#list = list;
		this.#fold = fold;
		this.#around = new Surroundings(list.array);
	}

	/** @returns whether the rest of the body is worth reading: not once something is wrong */
	read(piece: Buffer): boolean {
		let index = 0;
		while (index < piece.length && this.#problem === undefined) {
			switch (this.#place) {
				case 'around':
					index = this.#readAround(piece, index);
					break;
				case 'inElement':
					index = this.#readElement(piece, index);
					break;
				default:
					index = this.#readBetween(piece, index);
			}
		}
		return this.#problem === undefined;
	}

	/** After the last piece, or after one that made the rest useless. */
	finish(): Checked<R> {
		if (this.#problem !== undefined) return { problem: this.#problem };
		const checked = this.#list(jsonOrText(this.#around.text));
		return 'problem' in checked ? checked : { value: this.#fold.result() };
	}

	#readAround(piece: Buffer, from: number): number {
		const found = this.#around.findList(piece, from);
		if (typeof found !== 'number') return this.#stop(found.problem);
		if (found === -1) return piece.length;
		if (this.#seen) return this.#stop(`it has the array '${this.#list.array}' twice`);
		this.#seen = true;
		this.#place = 'beforeFirst';
		return found;
	}

	#readBetween(piece: Buffer, from: number): number {
		let index = from;
		while (isWhiteSpace(piece[index])) index += 1;
		const byte = piece[index];
		if (byte === undefined) return index;
		if (byte === CLOSE_BRACKET && this.#place !== 'beforeNext') {
			this.#place = 'around';
			// The closing bracket belongs to what stands around.
			return index;
		}
		if (this.#place === 'afterElement') {
			if (byte !== COMMA) return this.#stop(NOT_JSON);
			this.#place = 'beforeNext';
			return index + 1;
		}
		this.#place = 'inElement';
		this.#end.begin();
		this.#size = 0;
		this.#isObject = byte === OPEN_BRACE;
		return index;
	}

	#readElement(piece: Buffer, from: number): number {
		const end = this.#end.find(piece, from);
		if (this.#end.tooDeep) return this.#stop(this.#inEntry(`it is nested deeper than ${MAX_DEPTH} levels`));
		if (end === -1) {
			this.#hold(piece.subarray(from));
			return piece.length;
		}
		// What is no object is wrong, wanted or not.
		if (this.#isObject && this.#fold.skip?.(this.#end.shape) === true) this.#begun = [];
		else this.#take(this.#textOf(piece, from, end));
		this.#count += 1;
		this.#place = 'afterElement';
		return end;
	}

	#hold(part: Buffer): void {
		this.#begun.push(part);
		this.#size += part.length;
		if (this.#size > MAX_ELEMENT_BYTES) {
			this.#stop(this.#inEntry(`it is larger than ${MAX_ELEMENT_BYTES / 2 ** 20} MB`));
		}
	}

	#textOf(piece: Buffer, from: number, end: number): string {
		if (this.#begun.length === 0) return piece.toString('utf8', from, end);
		const whole = Buffer.concat([...this.#begun, piece.subarray(from, end)]);
		this.#begun = [];
		return whole.toString('utf8');
	}

	#take(text: string): void {
		let element: unknown;
		try {
			element = JSON.parse(text);
		} catch {
			this.#stop(NOT_JSON);
			return;
		}
		const checked = this.#list.element(element);
		if ('problem' in checked) this.#stop(this.#inEntry(checked.problem));
		else this.#fold.take(checked.value);
	}

	#inEntry(problem: string): string {
		return elementProblem(this.#list.array, this.#count, problem);
	}

	/** @returns an index after every piece */
	#stop(problem: string): number {
		this.#problem = problem;
		this.#begun = [];
		return Number.POSITIVE_INFINITY;
	}
}
