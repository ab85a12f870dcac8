import { describe, it } from 'vitest';

import { inviteFromGoogleSheets } from './scenarios/inviteFromGoogleSheets.ts';
import { inviteFromSpreadsheet } from './scenarios/inviteFromSpreadsheet.ts';
import { applicantTracking, inviteAndWait, remindOpenInvitations, selfServiceLink } from './scenarios/invited.ts';
import { quickStart } from './scenarios/quickStart.ts';
import { certificates, nightlyExport, weeklyDigest } from './scenarios/reports.ts';
import { decideWithAPerson, oneWebhookSeveralWorkflows, scoreByWebhook } from './scenarios/scores.ts';
import { scoreToSlackAndCrm, webhookWatchdog } from './scenarios/scores.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

describe('the example', () => {
	it.each([
		['score-to-slack-and-crm posts each score, and keeps the contact’s names', scoreToSlackAndCrm],
		['invite-and-wait posts the score, and names people who didn’t finish in time', inviteAndWait],
		['score-by-webhook posts every score, and a changed one again', scoreByWebhook],
		['invite-from-spreadsheet invites everyone once, and retries failed emails', inviteFromSpreadsheet],
		['invite-from-google-sheets stores links before it emails, and invites everyone once', inviteFromGoogleSheets],
		['decide-with-a-person invites high scores, declines low ones, and asks about the others', decideWithAPerson],
		['applicant-tracking assigns each candidate once, and reports link, score and stage', applicantTracking],
		['certificate-by-email and -to-google-drive pass on exact files, and report failures', certificates],
		['nightly-export puts every score in the account into the table once', nightlyExport],
		['one-webhook-several-workflows starts each once per score, or fails', oneWebhookSeveralWorkflows],
		['webhook-watchdog repairs our webhook at most once an hour, and only reports others', webhookWatchdog],
		['remind-open-invitations reminds people with a stored link once for each reason', remindOpenInvitations],
		['self-service-link emails the link to the invited email address only', selfServiceLink],
		['weekly-digest lists new scores and people who need attention', weeklyDigest],
	])('%s', async (_title, scenario) => await scenario(world()));
});

it('the README’s quick start invites the people of a list once, by email', async () => await quickStart(world()));
