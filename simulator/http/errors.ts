import type { Settings } from '../settings.ts';

export interface ErrorItem {
	/** Field of the body that is wrong; empty for the request as a whole. */
	property: string;
	message: string;
}

/** A refusal by the service. */
export class ServiceError extends Error {
	readonly status: number;
	readonly items: readonly ErrorItem[];

	constructor(status: number, items: readonly ErrorItem[]) {
		super(items.map(({ message }) => message).join('; '));
		this.name = 'ServiceError';
		this.status = status;
		this.items = items;
	}
}

export const badRequest = (property: string, message: string): ServiceError =>
	new ServiceError(400, [{ property, message }]);

export const forbidden = (property: string): ServiceError =>
	new ServiceError(403, [{ property, message: `${property} names a resource that this account may not access.` }]);

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

/** The array of errors in the chosen shape: the specification shows none (Errors). */
export function errorArray(status: number, items: readonly ErrorItem[], settings: Settings): unknown {
	const shaped = items.map(({ property, message }) => {
		switch (settings.errorItems) {
			case 'strings':
				return message;
			case 'codeMessage':
				return { code: CODES[status] ?? 'error', message };
			case 'propertyErrorMessage':
				return { propertyName: property, errorMessage: message };
		}
	});
	return settings.errorBody === 'bareArray' ? shaped : { errors: shaped };
}

/** RFC 7807, with the map of field to messages that validation problems usually carry. */
export function problemDetails(status: number, items: readonly ErrorItem[], settings: Settings): unknown {
	const problem = {
		type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1',
		title: 'One or more validation errors occurred.',
		status,
		detail: items.map(({ message }) => message).join(' '),
	};
	if (!settings.problemErrorsMap) return problem;
	const errors = Map.groupBy(items, ({ property }) => property || '$');
	const messages = [...errors].map(([property, of]) => [property, of.map(({ message }) => message)]);
	return { ...problem, errors: Object.fromEntries(messages) as unknown };
}
