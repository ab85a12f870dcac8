import { describe, it } from 'vitest';

import { scoreToSlackAndCrm } from './scenarios/scoreToSlackAndCrm.ts';
import { inviteFromSpreadsheet } from './scenarios/inviteFromSpreadsheet.ts';
import { inviteFromGoogleSheets } from './scenarios/inviteFromGoogleSheets.ts';
import { neverMissAScore } from './scenarios/neverMissAScore.ts';
import { certificateByEmail } from './scenarios/certificateByEmail.ts';
import { nightlyExport } from './scenarios/nightlyExport.ts';
import { oneWebhookSeveralWorkflows } from './scenarios/oneWebhookSeveralWorkflows.ts';
import { webhookWatchdog } from './scenarios/webhookWatchdog.ts';
import { weeklyDigest } from './scenarios/weeklyDigest.ts';
import { remindOpenInvitations } from './scenarios/remindOpenInvitations.ts';
import { selfServiceLink } from './scenarios/selfServiceLink.ts';
import { inviteAndWait } from './scenarios/inviteAndWait.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

describe('the example', () => {
	it('score-to-slack-and-crm tells Slack and the CRM of each result once, however often n8n runs it', () =>
		scoreToSlackAndCrm(world()));
	it('invite-from-spreadsheet invites everybody once, over repeated runs, and mails whom it could not mail before', () =>
		inviteFromSpreadsheet(world()));
	it('invite-from-google-sheets mails everybody once by Gmail, and notes in the sheet who could not be', () =>
		inviteFromGoogleSheets(world()));
	it('certificate-by-email mails the very file of each new certificate, and tells who got none', () =>
		certificateByEmail(world()));
	it('nightly-export has every score of the account in the table, once, however often it runs', () =>
		nightlyExport(world()));
	it('one-webhook-several-workflows starts every workflow once with each event, and tells when one can not be started', () =>
		oneWebhookSeveralWorkflows(world()));
	it('never-miss-a-score gives every score once, also those that came while the webhook was taken', () =>
		neverMissAScore(world()));
	it('webhook-watchdog is silent while all is well, repairs what is ours, and only tells of what is another’s', () =>
		webhookWatchdog(world()));
	it('weekly-digest tells the week’s scores by e-mail and Slack, and says so when there is none', () =>
		weeklyDigest(world()));
	it('remind-open-invitations reminds once for each reason, and only whom it has a link for', () =>
		remindOpenInvitations(world()));
	it('self-service-link leads to the assessment who gives address and code, and nobody else', () =>
		selfServiceLink(world()));
	it('invite-and-wait goes on when the person returns, and tells the score once it is there', () =>
		inviteAndWait(world()));
});
