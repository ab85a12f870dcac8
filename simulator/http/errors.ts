import type { FastifyReply } from 'fastify';
import { type ErrorItem, ServiceError } from '../serviceError.ts';
import type { Settings } from '../settings.ts';

interface SchemaFault {
	keyword: string;
	schemaPath: string;
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
}

/** Errors from ajv, one item per field. A field that only one of several alternatives requires isn't reported separately. */
function itemsOf(faults: SchemaFault[]): ErrorItem[] {
	const fields = faults.filter(isOfAlternative).map(({ params }) => String(params.missingProperty));
	const others = faults.filter((fault) => !isOfAlternative(fault));
	const items = others.map((fault) =>
		fault.keyword === 'anyOf' ? { property: '', message: `One of ${fields.join(', ')} is required.` } : itemOf(fault),
	);
	const firstOf = new Map(items.toReversed().map((item) => [item.property, item]));
	return items.filter((item) => firstOf.get(item.property) === item);
}

const isOfAlternative = ({ schemaPath }: SchemaFault): boolean => schemaPath.includes('/anyOf/');

function itemOf({ instancePath, params, message = 'is invalid' }: SchemaFault): ErrorItem {
	const { missingProperty, additionalProperty } = params;
	const path = instancePath.slice(1).replaceAll('/', '.');
	if (typeof missingProperty === 'string')
		return { property: missingProperty, message: `${missingProperty} is required.` };
	if (typeof additionalProperty === 'string') {
		return { property: additionalProperty, message: `${additionalProperty} is not a field of this request.` };
	}
	return { property: path, message: `${path || 'The body'} ${message}.` };
}

/** Converts an error that Fastify or a handler threw to a refusal by the service. */
export function refusal(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	if (!(error instanceof Error)) return new ServiceError(500, 'Unknown error');
	if ('validation' in error && Array.isArray(error.validation)) {
		const items = itemsOf(error.validation as SchemaFault[]);
		return new ServiceError(400, items.map(({ message }) => message).join(' '), items);
	}
	const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
	return new ServiceError(status, error.message);
}

function sendUnauthorized(reply: FastifyReply, { items }: ServiceError, settings: Settings): FastifyReply {
	reply.code(401).header('WWW-Authenticate', 'Bearer');
	const { unauthorizedBody: form } = settings;
	if (form === 'empty') return reply.send();
	if (form === 'errors') return reply.send(errorArray(401, items, settings));
	const text = form === 'text' ? 'Unauthorized' : '<html><body><h1>401 Unauthorized</h1></body></html>';
	return reply.type(form === 'text' ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8').send(text);
}

/** Sends a refusal in its format (specification: Errors). */
export function sendRefusal(
	reply: FastifyReply,
	error: ServiceError,
	settings: Settings,
	detailed = false,
): FastifyReply {
	const { status, items } = error;
	if (status === 401) return sendUnauthorized(reply, error, settings);
	if (status === 400 && detailed) {
		const problem = problemDetails(error, settings);
		return reply.code(400).type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
	}
	return reply.code(status).send(errorArray(status, items, settings));
}

const CODES: Record<number, string> = {
	400: 'invalid',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	405: 'methodNotAllowed',
	409: 'conflict',
	415: 'unsupportedMediaType',
	429: 'rateLimitExceeded',
};

/** The array of errors in the selected format. */
function errorArray(status: number, items: readonly ErrorItem[], settings: Settings): unknown {
	const shaped = items.map(({ property, message }) => {
		const code = CODES[status] ?? 'error';
		const propertyErrorMessage = { propertyName: property, errorMessage: message };
		return { strings: message, codeMessage: { code, message }, propertyErrorMessage }[settings.errorItems];
	});
	return settings.errorBody === 'bareArray' ? shaped : { errors: shaped };
}

/** Problem details (RFC 7807), with the map from fields to messages that validation errors usually include. */
function problemDetails({ status, message, items }: ServiceError, settings: Settings): unknown {
	const problem = {
		type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1',
		title: 'One or more validation errors occurred.',
		status,
		detail: message,
	};
	if (!settings.problemErrorsMap) return problem;
	const errors = Map.groupBy(items, ({ property }) => property || '$');
	const messages = [...errors].map(([property, of]) => [property, of.map((item) => item.message)]);
	return { ...problem, errors: Object.fromEntries(messages) as unknown };
}
