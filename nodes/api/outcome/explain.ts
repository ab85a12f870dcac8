import type { Failure } from './failure';

/** A failure in one text, for where n8n shows the user nothing but the message of an error. */
export function explain({ message, description }: Pick<Failure, 'message' | 'description'>): string {
	return `${message}. ${description}.`;
}
