export interface ErrorItem {
	/** The invalid field of the body; empty if the whole request is invalid. */
	property: string;
	message: string;
}

/** A refusal by the service or the control surface. */
export class ServiceError extends Error {
	readonly status: number;
	readonly items: readonly ErrorItem[];

	constructor(status: number, message: string, items: readonly ErrorItem[] = [{ property: '', message }]) {
		super(message);
		this.name = 'ServiceError';
		this.status = status;
		this.items = items;
	}
}

export const badRequest = (property: string, message: string): ServiceError =>
	new ServiceError(400, message, [{ property, message }]);

export function forbidden(property: string): ServiceError {
	const message = `${property} refers to a resource that this account can't access.`;
	return new ServiceError(403, message, [{ property, message }]);
}
