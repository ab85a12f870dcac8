import { buffer } from 'node:stream/consumers';

import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

import { listen } from '../../../integration/support/listen.ts';

/** A mail server that accepts all recipients. */
export async function startMailbox() {
	const delivered: Array<{ recipients: string[]; email: Email }> = [];
	const refused = new Set<string>();
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS', 'AUTH'],
		onRcptTo({ address }, _session, callback) {
			callback(refused.has(address) ? new Error('No such mailbox') : null);
		},
		onData(stream, { envelope }, callback) {
			const recipients = envelope.rcptTo.map(({ address }) => address);
			buffer(stream)
				.then(async (message) => {
					delivered.push({ recipients, email: await PostalMime.parse(message) });
					callback(null);
				})
				.catch(callback);
		},
	});
	const { port } = new URL(await listen(server.server));

	return {
		credentials: { host: '127.0.0.1', port: Number(port), secure: false, disableStartTls: true },
		/** The emails delivered to this recipient, the oldest first. */
		to: (recipient: string) =>
			delivered.filter(({ recipients }) => recipients.includes(recipient)).map(({ email }) => email),
		recipients: () => delivered.flatMap(({ recipients }) => recipients),
		/** The recipients whose emails are refused. */
		refused,
		close: () => new Promise<void>((resolve) => server.close(resolve)),
	};
}
