import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';

import { isWebAddress } from '../../api/specification/address';
import { isRecord, jsonOrText } from '../../api/specification/responses';
import { UUID } from '../../api/specification/values';
import { fieldsOf, isEmpty, type Kind, type KindsOf, mustBe, quoted, readAll, textOf, UserError } from './parameter';

type More = Partial<Omit<INodeProperties, 'name' | 'options'>>;

/** Text without surrounding white space, or an empty string if it isn't filled in. */
export function text(displayName: string, description: string, more: More = {}): Kind<string> {
	return {
		field: { displayName, type: 'string', default: '', description, ...more },
		read: (value) => undamaged(textOf(value, displayName), displayName),
	};
}

/** The errors of a spreadsheet's formulas in several languages, e.g. `#N/A`, `#NV`, `#REF!`, `#WERT!`, `#¿NOMBRE?`. */
const CELL_ERROR = /^#(?:NV|\p{Lu}\/\p{Lu}|[¡¿]?[\p{Lu}\d/]+[!?])$/u;

/** What a wrong encoding leaves: U+FFFD, and control characters or e.g. `Ã¼` or `ÃŸ` in place of letters. */
const DAMAGE = /[\uFFFD\u0080-\u009F]|[ÂÃ][¡-º¼-¿Œ-ƒˆ-˜–-‘‚“„-›€™]/;

/** Rejects errors of formulas, and text with the wrong encoding. */
export function undamaged(text: string, label: string, damage = DAMAGE): string {
	if (CELL_ERROR.test(text)) {
		const message = `The parameter '${label}' has the error of a spreadsheet's formula: ${quoted(text)}`;
		throw new UserError(message, 'Correct the formula in the spreadsheet, or empty the cell');
	}
	if (!damage.test(text)) return text;
	throw new UserError(
		`The parameter '${label}' is damaged: ${quoted(text)}`,
		"The list was saved or read with the wrong encoding. Save it as UTF-8 (in Excel, as 'CSV UTF-8'). Or, in the Extract from File node, add the option 'Encoding' and try 'Latin1', or remove it if it's there",
	);
}

/** A parameter whose value is checked or changed after it was read. */
export function refined<T, R>({ field, read }: Kind<T>, refine: (value: T, label: string) => R): Kind<R> {
	return { field, read: (value, source, name) => refine(read(value, source, name), field.displayName) };
}

export function required<T>({ field, read }: Kind<T>, advice: string): Kind<NonNullable<T>> {
	return {
		field: { ...field, required: true },
		read(given, source, name) {
			const value = read(given, source, name);
			if (value !== undefined && value !== null && value !== '') return value;
			throw new UserError(`The parameter '${field.displayName}' is empty`, advice, [name]);
		},
	};
}

export function url(displayName: string, description: string, placeholder: string): Kind<string> {
	return refined(text(displayName, description, { placeholder }), (given) => {
		if (given === '' || isWebAddress(given)) return given;
		const message = `The parameter '${displayName}' isn't a full http or https URL: ${quoted(given)}`;
		throw new UserError(message, 'Start it with https://, e.g. https://example.com/path');
	});
}

/** One of several options. Rejects any other value from an expression, because a guess could do something unwanted. */
export function choice<T extends string>(
	displayName: string,
	initial: NoInfer<T>,
	options: ReadonlyArray<readonly [name: string, value: T, description?: string]>,
	more: More = {},
): Kind<NoInfer<T>> {
	const values = options.map(([, value]) => value);
	const shown = options.map(([name, value, description]) => ({ name, value, ...(description && { description }) }));
	return {
		field: { displayName, type: 'options', options: shown, default: initial, ...more },
		read: (value) => oneOf(textOf(value, displayName), displayName, values),
	};
}

function oneOf<T extends string>(given: string, label: string, values: readonly T[]): T {
	const chosen = values.find((value) => value === given);
	if (chosen !== undefined) return chosen;
	throw new UserError(
		`${quoted(given)} isn't a valid option for '${label}'`,
		`Choose from the list, or make the expression return one of: ${values.join(', ')}`,
	);
}

/** A switch, which is off if it isn't filled in. An expression can return it as text. */
export function flag(displayName: string, initial: boolean, description: string, more: More = {}): Kind<boolean> {
	return {
		field: { displayName, type: 'boolean', default: initial, description, ...more },
		read(value) {
			const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
			if (given === true || given === 'true') return true;
			if (given === false || given === 'false' || isEmpty(given)) return false;
			const remedy = 'Make the expression return true or false';
			throw new UserError(mustBe(displayName, 'true or false', value), remedy);
		},
	};
}

interface Range {
	default: number;
	least: number;
	/** Any number of at least `least` by default. */
	most?: number;
}

/** A number in a range. An expression can return it as text. */
export function number(
	displayName: string,
	description: string,
	{ least, most = Number.POSITIVE_INFINITY, ...more }: Range & More,
): Kind<number> {
	const isLimited = Number.isFinite(most);
	const typeOptions = { minValue: least, ...(isLimited ? { maxValue: most } : {}) };
	return {
		field: { displayName, type: 'number', typeOptions, description, ...more },
		read(value) {
			const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
			if (typeof amount === 'number' && amount >= least && amount <= most) return amount;
			const range = isLimited ? `from ${least} to ${most}` : `of at least ${least}`;
			const remedy = 'Enter such a number, or correct the expression';
			throw new UserError(mustBe(displayName, `a number ${range}`, value), remedy);
		},
	};
}

/** Up to a day, in seconds. Read in milliseconds. */
export function seconds(displayName: string, description: string, range: Range): Kind<number> {
	const inSeconds = number(displayName, description, { most: 86_400, ...range });
	return refined(inSeconds, (amount) => Math.round(amount * 1_000));
}

/** Several names or IDs, chosen in the editor or from an expression. Text is only one name, because names can contain commas. */
export function list(displayName: string, description: string, more: More): Kind<string[]> {
	return {
		field: { displayName, type: 'multiOptions', default: [], description, ...more },
		read: (value, _source, name) =>
			entriesOf(value, { label: displayName, name }).map((entry) => undamaged(entry, displayName)),
	};
}

/** Several of these options, without duplicates. Text can contain several of them. */
export function someOf<T extends string>(
	displayName: string,
	description: string,
	{ options, ...more }: More & { options: Array<INodePropertyOptions & { value: T }> },
): Kind<Array<NoInfer<T>>> {
	const values = options.map(({ value }) => value);
	return {
		field: { displayName, type: 'multiOptions', default: [], options, description, ...more },
		read(value, _source, name) {
			const entries = new Set(entriesOf(value, { label: displayName, name }, /[,\n]/));
			return [...entries].map((entry) => oneOf(entry, displayName, values));
		},
	};
}

/** Reads an array, JSON, or text that a separator splits. Without an entry that isn't text, a filter could let everything through. */
function entriesOf(value: unknown, parameter: { label: string; name: string }, separator?: RegExp): string[] {
	refuseNothing(value, parameter);
	const written = typeof value === 'string' && value.trim().startsWith('[') ? jsonOrText(value) : value;
	const entries = [typeof written === 'string' && separator ? written.split(separator) : written].flat();
	if (entries.every((entry) => typeof entry === 'string'))
		return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
	const remedy = "Choose from the list, or make the expression return an array of strings, e.g. {{ ['A', 'B'] }}";
	throw new UserError(mustBe(parameter.label, 'a list of strings', value), remedy);
}

/** Rejects an expression that returns nothing. It would let everything through a filter, and add a person to no group. */
function refuseNothing(value: unknown, { label, name }: { label: string; name: string }): void {
	if (value !== undefined && value !== null) return;
	throw new UserError(
		`The expression in '${label}' didn't return a value`,
		'Check the field name in the expression, and make sure every item has that field. To do without it, return an empty string',
		[name],
	);
}

const COLLECTIONS = {
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add field' },
	filters: { displayName: 'Filters', placeholder: 'Add filter' },
	options: { displayName: 'Options', placeholder: 'Add option' },
};

/** Parameters that the user can add. A choice or number that isn't filled in is read as its default, anything else as empty text. */
export function collection<V>(name: keyof typeof COLLECTIONS, kinds: KindsOf<V>, more: More = {}): Kind<NoInfer<V>> {
	// The editor shows them in the order of their labels.
	const options = fieldsOf(kinds).toSorted((one, other) => one.displayName.localeCompare(other.displayName));
	return {
		field: { ...COLLECTIONS[name], type: 'collection', default: {}, options, ...more },
		read(given, source) {
			const values = isRecord(given) ? given : {};
			const added = options.filter((option) => option.name in values);
			if (name === 'filters')
				for (const { name: key, displayName: label } of added) refuseNothing(values[key], { label, name });
			const getNodeParameter = (key: string, initial: unknown) => {
				const value = key in values ? values[key] : '';
				const hasDefault = typeof initial === 'string' || typeof initial === 'number';
				return hasDefault && isEmpty(value) ? initial : value;
			};
			return readAll(kinds, { getNodeParameter, getTimezone: () => source.getTimezone() });
		},
	};
}

export function notice(displayName: string, displayOptions?: INodeProperties['displayOptions']): Kind<void> {
	return { field: { displayName, type: 'notice', default: '', displayOptions }, read: () => undefined };
}

const EXAMPLE_ID = '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59';

export function idMode(name: string, what: string, hint: string): INodePropertyMode {
	const named = { displayName: 'By ID', name };
	const properties = { regex: `\\s*${UUID}\\s*`, errorMessage: `Enter ${what}, e.g. ${EXAMPLE_ID}` };
	const placeholder = `e.g. ${EXAMPLE_ID}`;
	return { ...named, type: 'string', placeholder, hint, validation: [{ type: 'regex', properties }] };
}

export function listMode(placeholder: string, searchListMethod: string): INodePropertyMode {
	const named = { displayName: 'From List', name: 'list' };
	return { ...named, type: 'list', placeholder, typeOptions: { searchListMethod, searchable: true } };
}
