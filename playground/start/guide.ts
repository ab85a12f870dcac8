import { playgroundOwner } from '../api/session.ts';

export interface OpenWorkflows {
	/** Their addresses in n8n's editor. */
	readonly invite: string;
	readonly download: string;
}

/** What is printed when the playground is open. */
export function guide(n8nUrl: string, simulatorUrl: string, workflows: OpenWorkflows): string {
	return `
The playground is open. Ctrl-C stops it.

  n8n        ${n8nUrl}
             e-mail ${playgroundOwner.email}, password ${playgroundOwner.password}
  Simulator  ${simulatorUrl}
             in the browser: users and scores, the webhook, requests as they come

  1. Open "1 · Invite a candidate" and execute it. It assigns two assessments in the simulator and makes sign-in links:
     each works once, for 5 minutes, in a browser.
     ${workflows.invite}
  2. On the simulator's page let the candidate finish: press "Score" beside both assessments.
  3. Open "2 · Download the results" and execute it: scores, certificates, recordings and texts.
     ${workflows.download}

  The workflows of examples/ are there too: the yellow note in each says what to set before it can be published.
`;
}
