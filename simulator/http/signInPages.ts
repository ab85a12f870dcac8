import type { FastifyInstance } from 'fastify';
import { follow } from '../account/signInLinks.ts';
import type { SignInLinkRecord } from '../account/records.ts';
import type { Service } from '../service.ts';

function welcome({ user, userAssessment }: SignInLinkRecord): string {
	const name = `${user.givenName} ${user.surname}`.trim() || user.username;
	const place = userAssessment ? userAssessment.assessment.name : 'your dashboard';
	const { returnUrl = null } = userAssessment ?? {};
	const returning = returnUrl === null ? '' : ` When you finish, you return to ${returnUrl}.`;
	return `Welcome, ${name}. You are signed in to ${place}.${returning}`;
}

/** Serves sign-in links as a browser follows them, without an API request, a key or a limit. */
export function addSignInPages(app: FastifyInstance, service: Service): void {
	app.get<{ Params: { token: string } }>('/sign-in/:token', (request, reply) => {
		const link = service.account.signInLinks.get(request.params.token);
		if (!link) return reply.code(404).send('This sign-in link does not exist.');
		const outcome = follow(link, service.clock.now());
		if (outcome === 'signed in') return reply.send(welcome(link));
		return reply.code(410).send(`This sign-in link is ${outcome}. Ask for a new one.`);
	});
}
