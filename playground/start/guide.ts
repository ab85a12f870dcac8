import { playgroundOwner } from '../api/session.ts';

/** The addresses of the first workflows in n8n's editor. */
export type OpenWorkflows = Readonly<Record<'scores' | 'invite' | 'download', string>>;

/** What is printed when the playground is open. */
export function guide(n8nUrl: string, simulatorUrl: string, workflows: OpenWorkflows): string {
	return `
The playground is open (process ${process.pid}). Ctrl-C stops it.

  n8n        ${n8nUrl}
             email ${playgroundOwner.email}, password ${playgroundOwner.password}
  Simulator  ${simulatorUrl}
             in the browser: people and scores, the webhook, requests as they come

  1. Open "1 · Scores as they come". On the simulator's page press "Score" beside somebody, then execute the workflow.
     ${workflows.scores}
  2. Execute "2 · Invite a candidate". It assigns two assessments and makes sign-in links: each works once, for 5 minutes.
     ${workflows.invite}
  3. Press "Score" beside both assessments of the candidate. Then execute "3 · Download the results".
     ${workflows.download}

  A workflow of your own: the credentials "Simulator" are there. To make them yourself, create credentials "Enterprise
  Assessment API" with the address and the key from the simulator's page. Begin with the trigger "Enterprise Assessment
  Poll Trigger" (checks regularly, no public address) or "Enterprise Assessment Trigger" (by webhook, one workflow per
  account).

  The workflows of examples/ are there too: the yellow note in each says what to set before it can be published.
`;
}
