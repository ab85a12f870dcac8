import type { FastifyInstance, FastifyReply } from 'fastify';
import { follow } from '../account/signInLinks.ts';
import type { SignInLinkRecord } from '../account/records.ts';
import type { Service } from '../service.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

function page(title: string, text: string): string {
	const heading = escapeHtml(title);
	return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${heading}</title></head>
<body><h1>${heading}</h1><p>${escapeHtml(text)}</p></body></html>
`;
}

function signedIn({ user, userAssessment }: SignInLinkRecord): string {
	const name = `${user.givenName} ${user.surname}`.trim() || user.username;
	const place = userAssessment ? userAssessment.assessment.name : 'your dashboard';
	const way = userAssessment?.returnUrl ? ` When you have finished you return to ${userAssessment.returnUrl}.` : '';
	return page(`Welcome, ${name}`, `You are signed in to ${place}.${way}`);
}

const send = (reply: FastifyReply, status: number, html: string): FastifyReply =>
	reply.code(status).type('text/html; charset=utf-8').send(html);

/** Sign-in links as a browser follows them: no API request, no key, no limit. */
export function addSignInPages(app: FastifyInstance, service: Service, pathPrefix: string): void {
	app.get<{ Params: { token: string } }>(`${pathPrefix}/sign-in/:token`, (request, reply) => {
		const link = service.world.signInLinks.get(request.params.token);
		if (!link) return send(reply, 404, page('Unknown link', 'This sign-in link does not exist.'));
		switch (follow(link, service.clock.now())) {
			case 'used':
				return send(reply, 410, page('Link used', 'This sign-in link has been used. Ask for a new one.'));
			case 'expired':
				return send(reply, 410, page('Link expired', 'This sign-in link has expired. Ask for a new one.'));
			case 'signed in':
				return send(reply, 200, signedIn(link));
		}
	});
}
