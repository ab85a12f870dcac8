import { describe, it } from 'vitest';

import { inviteFromGoogleSheets } from './scenarios/inviteFromGoogleSheets.ts';
import { inviteDespiteKill, inviteFromSpreadsheet } from './scenarios/inviteFromSpreadsheet.ts';
import { applicantTracking, inviteAndWait, remindOpenInvitations, selfServiceLink } from './scenarios/invited.ts';
import { listsInASpreadsheet } from './scenarios/lists.ts';
import { quickStart } from './scenarios/quickStart.ts';
import { certificates, latestScores, nightlyExport, weeklyDigest } from './scenarios/reports.ts';
import { decideWithAPerson, oneWebhookSeveralWorkflows, scoreByWebhook } from './scenarios/scores.ts';
import { scoreToSlackAndCrm, webhookWatchdog } from './scenarios/scores.ts';
import { useWorlds } from './support/world.ts';

const newWorld = useWorlds();

// The examples run side by side, because some of them wait for minutes. The slow ones come first.
describe.concurrent('the example', () => {
	it.for([
		['webhook-watchdog repairs our webhook at most once an hour, and only reports foreign ones', webhookWatchdog],
		['invite-from-spreadsheet invites or reports everyone on lists of any shape', listsInASpreadsheet],
		['score-to-slack-and-crm posts each score, and keeps the contact’s names', scoreToSlackAndCrm],
		['invite-and-wait posts the score, and names people who didn’t finish in time', inviteAndWait],
		['score-by-webhook posts every score, and a changed score again', scoreByWebhook],
		['invite-from-spreadsheet invites everyone once, and retries failed emails', inviteFromSpreadsheet],
		['invite-from-google-sheets stores links before it emails, and invites everyone once', inviteFromGoogleSheets],
		['decide-with-a-person invites high scores, rejects low ones, and asks about the others', decideWithAPerson],
		['applicant-tracking assigns each candidate once, and reports link, score and stage', applicantTracking],
		['certificate-by-email, like certificates-to-google-drive, sends exact files and reports failures', certificates],
		['nightly-export puts every score in the account into the table once', nightlyExport],
		['one-webhook-several-workflows starts each workflow once per score, or fails', oneWebhookSeveralWorkflows],
		['remind-open-invitations reminds people with a stored link once for each reason', remindOpenInvitations],
		['self-service-link emails the link to the invited email address only', selfServiceLink],
		['weekly-digest lists new scores and people who need attention', weeklyDigest],
		['in docs/output.md keeps each person’s latest score in each assessment', latestScores],
		['in the README’s quick start emails everyone on a list one invitation, or reports them', quickStart],
	] as const)('%s', async ([, scenario], context) => await scenario(await newWorld(context)));
});

it('the example invite-from-spreadsheet invites and emails no one twice, if n8n is killed halfway through 60 people', async (context) => {
	await inviteDespiteKill(await newWorld(context));
});
