import type { FastifyInstance, FastifyReply } from 'fastify';
import { changeAssessment } from '../control/assessments.ts';
import { follow } from '../account/signInLinks.ts';
import type { SignInLinkRecord, UserAssessmentRecord } from '../account/records.ts';
import * as transitions from '../account/transitions.ts';
import type { Service } from '../service.ts';
import { ServiceError } from '../serviceError.ts';

const ROOT = '/sign-in';
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

function page(title: string, text: string, content = ''): string {
	const heading = escapeHtml(title);
	return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${heading}</title>
<link rel="icon" href="/_simulator/page/icon.svg"><link rel="stylesheet" href="/_simulator/page/style.css"></head>
<body><section><h1>${heading}</h1><p>${escapeHtml(text)}</p>${content}</section></body></html>
`;
}

const LABELS: Record<UserAssessmentRecord['status'], string> = {
	NotStarted: 'Not started',
	InProgress: 'In progress',
	ScorePending: 'Finished. Thank you!',
	Completed: 'Finished and scored',
	NeedsReview: 'Being reviewed',
};

/** What the person can do next: nothing, once it is finished. */
function nextStep({ status, expiresAt }: UserAssessmentRecord, now: number): 'Start' | 'Finish' | null {
	if (status === 'NotStarted') return expiresAt > now ? 'Start' : null;
	return status === 'InProgress' ? 'Finish' : null;
}

function signedIn({ token, user, userAssessment }: SignInLinkRecord, now: number): string {
	const name = `${user.givenName} ${user.surname}`.trim() || user.username;
	const place = userAssessment ? userAssessment.assessment.name : 'your dashboard';
	const returning = userAssessment?.returnUrl
		? ` When you have finished you return to ${userAssessment.returnUrl}.`
		: '';
	const shown = userAssessment ? [userAssessment] : user.userAssessments;
	const rows = shown.map((record) => {
		const step = nextStep(record, now);
		const action = `${ROOT}/${token}/${step?.toLowerCase()}/${record.userAssessmentId}`;
		const form = step === null ? '' : `<form method="post" action="${action}"><button>${step}</button></form>`;
		return `<div class="row"><p>${escapeHtml(record.assessment.name)}: ${LABELS[record.status]}</p>${form}</div>`;
	});
	return page(`Welcome, ${name}`, `You are signed in to ${place}.${returning}`, rows.join('\n'));
}

const send = (reply: FastifyReply, status: number, html: string): FastifyReply =>
	reply.code(status).type('text/html; charset=utf-8').send(html);

/** Sign-in links as a browser follows them: no API request, no key, no limit. */
export function addSignInPages(app: FastifyInstance, service: Service): void {
	app.get<{ Params: { token: string } }>(`${ROOT}/:token`, (request, reply) => {
		const link = service.world.signInLinks.get(request.params.token);
		if (!link) return send(reply, 404, page('Unknown link', 'This sign-in link does not exist.'));
		switch (follow(link, service.clock.now())) {
			case 'used':
				return send(reply, 410, page('Link used', 'This sign-in link has been used. Ask for a new one.'));
			case 'expired':
				return send(reply, 410, page('Link expired', 'This sign-in link has expired. Ask for a new one.'));
			case 'signed in':
				return send(reply, 200, signedIn(link, service.clock.now()));
		}
	});
	void app.register(async (forms) => {
		// An empty form: which step it is stands in the address.
		forms.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null));
		type Step = { token: string; step: 'start' | 'finish'; userAssessmentId: string };
		forms.post<{ Params: Step }>(`${ROOT}/:token/:step/:userAssessmentId`, (request, reply) => {
			const { token, step, userAssessmentId } = request.params;
			const link = service.world.signInLinks.get(token);
			const mine = link?.user.userAssessments.some((record) => record.userAssessmentId === userAssessmentId);
			if (!link?.used || !mine) return send(reply, 404, page('Not signed in', 'Follow a sign-in link first.'));
			try {
				const record = changeAssessment(service, { userAssessmentId }, ({ record: own, owner, at }) =>
					step === 'finish' ? transitions.finish(own, owner, at, service.random) : transitions.start(own, at),
				);
				if (step === 'finish' && record.returnUrl !== null) return reply.redirect(record.returnUrl, 303);
			} catch (error) {
				// The page was left open while somebody else went on: it shows how things stand.
				if (!(error instanceof ServiceError)) throw error;
			}
			return send(reply, 200, signedIn(link, service.clock.now()));
		});
	});
}
