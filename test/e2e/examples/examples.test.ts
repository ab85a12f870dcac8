import { describe, it } from 'vitest';

import { applicantTracking } from './scenarios/applicantTracking.ts';
import { certificates } from './scenarios/certificates.ts';
import { decideWithAPerson } from './scenarios/decideWithAPerson.ts';
import { inviteAndWait } from './scenarios/inviteAndWait.ts';
import { inviteFromGoogleSheets } from './scenarios/inviteFromGoogleSheets.ts';
import { inviteFromSpreadsheet } from './scenarios/inviteFromSpreadsheet.ts';
import { nightlyExport } from './scenarios/nightlyExport.ts';
import { oneWebhookSeveralWorkflows } from './scenarios/oneWebhookSeveralWorkflows.ts';
import { quickStart } from './scenarios/quickStart.ts';
import { remindOpenInvitations } from './scenarios/remindOpenInvitations.ts';
import { scoreByWebhook } from './scenarios/scoreByWebhook.ts';
import { scoreToSlackAndCrm } from './scenarios/scoreToSlackAndCrm.ts';
import { selfServiceLink } from './scenarios/selfServiceLink.ts';
import { webhookWatchdog } from './scenarios/webhookWatchdog.ts';
import { weeklyDigest } from './scenarios/weeklyDigest.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

describe('the example', () => {
	it('score-to-slack-and-crm posts each score to Slack and the CRM, and leaves the contact’s names alone', () =>
		scoreToSlackAndCrm(world()));
	it('invite-and-wait resumes when the person returns, posts the score, and names people who didn’t finish in time', () =>
		inviteAndWait(world()));
	it('score-by-webhook posts every score, and a changed one again', () => scoreByWebhook(world()));
	it('invite-from-spreadsheet invites everyone once, leaves out people who have finished, and retries failed emails', () =>
		inviteFromSpreadsheet(world()));
	it('invite-from-google-sheets stores links before it emails, invites everyone once, and notes in the sheet who wasn’t invited', () =>
		inviteFromGoogleSheets(world()));
	it('decide-with-a-person invites high scores, declines low ones, and asks in Slack about the others', () =>
		decideWithAPerson(world()));
	it('applicant-tracking assigns each candidate once, and writes link, score and stage into the applicant system', () =>
		applicantTracking(world()));
	it('certificate-by-email and certificates-to-google-drive pass on the exact files, and name people who didn’t get one', () =>
		certificates(world()));
	it('nightly-export has every score of the account in the table once, however often it runs', () =>
		nightlyExport(world()));
	it('one-webhook-several-workflows starts every workflow once with each score, and fails if one can’t be started', () =>
		oneWebhookSeveralWorkflows(world()));
	it('webhook-watchdog is silent while all is well, repairs our webhook at most once an hour, and only reports a foreign one', () =>
		webhookWatchdog(world()));
	it('remind-open-invitations reminds once for each reason, and only people with a stored link', () =>
		remindOpenInvitations(world()));
	it('self-service-link emails the link to the address that was invited, and nowhere else', () =>
		selfServiceLink(world()));
	it('weekly-digest lists new scores and people who need attention, by email and in Slack', () =>
		weeklyDigest(world()));
});

it('the README’s quick start invites the people of a list once, by email', () => quickStart(world()));
