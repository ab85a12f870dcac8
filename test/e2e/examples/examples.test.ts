import { describe, it } from 'vitest';

import { applicantTracking } from './scenarios/applicantTracking.ts';
import { certificates } from './scenarios/certificates.ts';
import { decideWithAPerson } from './scenarios/decideWithAPerson.ts';
import { inviteAndWait } from './scenarios/inviteAndWait.ts';
import { inviteFromGoogleSheets } from './scenarios/inviteFromGoogleSheets.ts';
import { inviteFromSpreadsheet } from './scenarios/inviteFromSpreadsheet.ts';
import { nightlyExport } from './scenarios/nightlyExport.ts';
import { oneWebhookSeveralWorkflows } from './scenarios/oneWebhookSeveralWorkflows.ts';
import { remindOpenInvitations } from './scenarios/remindOpenInvitations.ts';
import { scoreByWebhook } from './scenarios/scoreByWebhook.ts';
import { scoreToSlackAndCrm } from './scenarios/scoreToSlackAndCrm.ts';
import { selfServiceLink } from './scenarios/selfServiceLink.ts';
import { webhookWatchdog } from './scenarios/webhookWatchdog.ts';
import { weeklyDigest } from './scenarios/weeklyDigest.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

describe('the example', () => {
	it('score-to-slack-and-crm tells Slack and the CRM of each score, and leaves the contact’s names alone', () =>
		scoreToSlackAndCrm(world()));
	it('invite-and-wait goes on when the person returns, tells the score, and who did not come in time', () =>
		inviteAndWait(world()));
	it('score-by-webhook tells every score and every change of it', () => scoreByWebhook(world()));
	it('invite-from-spreadsheet invites everybody once, over repeated runs, and mails whom it could not mail before', () =>
		inviteFromSpreadsheet(world()));
	it('invite-from-google-sheets mails everybody once by Gmail, and notes in the sheet who could not be', () =>
		inviteFromGoogleSheets(world()));
	it('decide-with-a-person invites high scores, declines low ones, and asks in Slack about the others', () =>
		decideWithAPerson(world()));
	it('applicant-tracking assigns each candidate once, and gives link, score and stage to the applicant system', () =>
		applicantTracking(world()));
	it('certificate-by-email and certificates-to-google-drive pass on the very file, and tell who got none', () =>
		certificates(world()));
	it('nightly-export has every score of the account in the table, once, however often it runs', () =>
		nightlyExport(world()));
	it('one-webhook-several-workflows starts every workflow once with each score, and tells when one can not be started', () =>
		oneWebhookSeveralWorkflows(world()));
	it('webhook-watchdog is silent while all is well, repairs what is ours, and only tells of what is another’s', () =>
		webhookWatchdog(world()));
	it('remind-open-invitations reminds once for each reason, and only whom it has a link for', () =>
		remindOpenInvitations(world()));
	it('self-service-link mails the link to the address that was invited, and nowhere else', () =>
		selfServiceLink(world()));
	it('weekly-digest tells the week’s scores by email and Slack, and says so when there is none', () =>
		weeklyDigest(world()));
});
