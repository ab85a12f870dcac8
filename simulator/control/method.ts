import { body, type BodySchema } from '../http/schemas.ts';
import type { Service } from '../service.ts';

/** Where the control surface lies, whatever path the base host has. */
export const CONTROL_ROOT = '/_simulator';

/** One way to drive the simulator: called in the process, or over HTTP. */
export interface ControlMethod<Input extends object, Result> {
	/** GET and DELETE take the argument as a query string, POST as JSON. */
	http: 'GET' | 'POST' | 'DELETE';
	/** Below CONTROL_ROOT. */
	path: string;
	/** What it takes: a misspelt option is refused instead of ignored. */
	schema: BodySchema;
	run(service: Service, input: Input): Result | Promise<Result>;
}

type Run<Input extends object, Result> = (service: Service, input: Input) => Result | Promise<Result>;

const method =
	(http: ControlMethod<object, unknown>['http']) =>
	<Result, Input extends object = object>(
		path: string,
		run: Run<Input, Result>,
		properties: Record<string, object> = {},
		required: readonly string[] = [],
	): ControlMethod<Input, Result> => ({ http, path, schema: body(properties, required), run });

export const get = method('GET');
export const post = method('POST');
export const remove = method('DELETE');
