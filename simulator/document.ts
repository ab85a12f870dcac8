import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { operations, User } from '../specification/types.d.ts';
import { type ServiceVersion, VERSIONS } from './versions.ts';

/** Reads from specification/openapi.yaml what each version accepts and sends. */

/** A JSON schema with one of the document's own keywords. */
export interface Schema {
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	'x-since'?: string;
	[keyword: string]: unknown;
}

/** Maps each content type to its schema, if it has one. */
type Content = Record<string, { schema?: Schema; 'x-since'?: string }>;

interface DocumentedOperation {
	operationId: OperationId;
	requestBody?: { content: Content };
	responses: Record<string, { content?: Content }>;
	'x-since'?: string;
}

type Paths = Record<string, Record<string, DocumentedOperation>>;

/** The operations that clients call. The others are the events that the service sends, to which any response is allowed. */
export type OperationId = {
	[Id in keyof operations]: operations[Id]['responses'] extends { default: unknown } ? never : Id;
}[keyof operations];

/** The body that an operation accepts. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
	requestBody: { content: { 'application/json': infer Body } };
}
	? Body
	: undefined;

/** An operation in one version. */
export interface Operation {
	operationId: OperationId;
	method: 'GET' | 'POST' | 'DELETE';
	/** The path below the version segment, in Fastify's form: `/response-audio/:fileId`. */
	path: string;
	/** The schema of the request's body, if it has one. */
	body: Schema | undefined;
	/** The responses: status to content type to schema. */
	responses: Record<string, Content>;
}

/** Ajv's, as Fastify hands it on. */
type Compile = (schema: object) => { (value: unknown): unknown; errors?: Problem[] | null };

type Problem = { instancePath?: string; message?: string; params?: unknown };

export const DOCUMENT_TEXT = readFileSync(join(import.meta.dirname, '../specification/openapi.yaml'), 'utf8');

/** Replaces each `$ref` with its target. */
function resolved(part: unknown, root: unknown): unknown {
	if (Array.isArray(part)) return part.map((item) => resolved(item, root));
	if (typeof part !== 'object' || part === null) return part;
	const { $ref, ...beside } = part as { $ref?: string };
	const way = $ref?.slice(2).split('/') ?? [];
	const target = way.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], $ref === undefined ? {} : root);
	const entries = Object.entries({ ...(target as object), ...beside });
	return Object.fromEntries(entries.map(([key, value]) => [key, resolved(value, root)]));
}

const source: unknown = parse(DOCUMENT_TEXT);
const { paths } = resolved(source, source) as { paths: Paths };

const isIn = (part: { 'x-since'?: string } | undefined, { deprecated }: ServiceVersion): boolean =>
	!(deprecated && part?.['x-since'] !== undefined);

/** The parts of a response that a version has. The simulator doesn't send any other fields. */
function sentIn(version: ServiceVersion, part: unknown): unknown {
	if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
	const entries = Object.entries(part as Record<string, Schema>).filter(([, inside]) => isIn(inside, version));
	const sent: Schema = Object.fromEntries(entries.map(([name, inside]) => [name, sentIn(version, inside)]));
	const { properties, required = [] } = sent;
	if (properties === undefined) return sent;
	return { ...sent, additionalProperties: false, required: required.filter((name) => name in properties) };
}

function operationsIn(version: ServiceVersion): Operation[] {
	return Object.entries(paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([, operation]) => isIn(operation, version))
			.map(([method, { operationId, requestBody, responses }]) => ({
				operationId,
				method: method.toUpperCase() as Operation['method'],
				path: path.replace(/\{(\w+)\}/g, ':$1'),
				body: requestBody?.content['application/json']?.schema,
				responses: Object.fromEntries(
					Object.entries(responses).map(([status, { content = {} }]) => [status, sentIn(version, content) as Content]),
				),
			})),
	);
}

const BY_VERSION = new Map(VERSIONS.map((version) => [version, operationsIn(version)]));

export const operationsOf = (version: ServiceVersion): readonly Operation[] => BY_VERSION.get(version) ?? [];

/** The parts of a value that a version sends. */
function fitted(value: unknown, { items, properties }: Schema): unknown {
	if (Array.isArray(value)) return value.map((item) => fitted(item, items ?? {}));
	if (typeof value !== 'object' || value === null || properties === undefined) return value;
	const fields = Object.entries(value).filter(([name]) => name in properties);
	return Object.fromEntries(fields.map(([name, field]) => [name, fitted(field, properties[name] ?? {})]));
}

/** The body of a successful response as a version sends it, or undefined if it doesn't send one. */
export function bodyIn(version: ServiceVersion, { responses }: Operation, body: unknown): unknown {
	if (!version.deprecated) return body;
	const schema = responses['200']?.['application/json']?.schema;
	return schema && fitted(body, schema);
}

/** A user as a version sends it. */
export function userIn(version: ServiceVersion, user: User): unknown {
	const score = operationsOf(version).find(({ operationId }) => operationId === 'getScore');
	return score && bodyIn(version, score, user);
}

/** The parts of a response that the document doesn't allow, or null if it allows all. A stream's body is undefined. */
export function breachOf(
	{ method, path, responses }: Operation,
	{ status, contentType, body }: { status: number; contentType: string; body: string | undefined },
	compile: Compile,
): string | null {
	const breach = (what: string): string => `${method} ${path} responded with ${status} ${contentType}: ${what}`;
	if (status >= 500) return null;
	const content = responses[status];
	if (content === undefined) return breach("the document doesn't have this status");
	const types = Object.keys(content);
	// "The body may be absent."
	if (body === '') return types.length === 0 || status === 401 ? null : breach('the body is missing');
	const [type = ''] = contentType.split(';');
	const documented = content[type] ?? content['*/*'];
	if (documented === undefined)
		return breach(types.length === 0 ? 'there should be no body' : `the content type isn't one of ${types.join(', ')}`);
	if (documented.schema === undefined || body === undefined) return null;
	const validate = compile(documented.schema);
	if (validate(JSON.parse(body)) === true) return null;
	// Without the positions in lists, so that a field that all elements lack is one problem.
	const problems = (validate.errors ?? []).map(
		({ instancePath = '', message, params }) =>
			`${instancePath.replace(/\/\d+/g, '/*')} ${message} ${JSON.stringify(params)}`,
	);
	return breach([...new Set(problems)].join('; '));
}
