import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server for all addresses. It wants a user and a password. */
export interface Mailbox {
	/** The data of n8n's SMTP credentials. */
	readonly credentials: Readonly<Record<string, unknown>>;
	/** Everything delivered to this address, the oldest first. */
	readonly to: (address: string) => Email[];
	/** Refuses mail to this address, or takes it again. */
	readonly refuse: (address: string, refused: boolean) => void;
	readonly close: () => Promise<void>;
}

const user = 'sender';
const password = 'secret of the sender';

export async function startMailbox(): Promise<Mailbox> {
	const delivered: Array<{ recipients: string[]; email: Email }> = [];
	const refused = new Set<string>();
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth(auth, _session, callback) {
			const right = auth.username === user && auth.password === password;
			callback(right ? null : new Error('Wrong user or password'), { user });
		},
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
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	const address = server.server.address();
	if (address === null || typeof address === 'string') throw new Error('The mail server has no port');

	return {
		credentials: { user, password, host: '127.0.0.1', port: address.port, secure: false, disableStartTls: true },
		to: (recipient) => delivered.filter(({ recipients }) => recipients.includes(recipient)).map(({ email }) => email),
		refuse(recipient, isRefused) {
			if (isRefused) refused.add(recipient);
			else refused.delete(recipient);
		},
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}
