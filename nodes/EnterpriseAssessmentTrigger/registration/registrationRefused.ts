import { WebhookPathTakenError } from 'n8n-workflow';

/**
 * Says that the account's webhook belongs to someone else. n8n repeats every failed activation for 15 seconds, except one
 * that fails with its own error for a webhook path that is taken, which this is a case of.
 */
export class RegistrationRefusedError extends WebhookPathTakenError {
	constructor(nodeName: string, message: string) {
		super(nodeName);
		this.message = message;
	}
}
