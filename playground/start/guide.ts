import { playgroundOwner } from '../api/session.ts';

/** What is printed when the playground is open. `urls` are those of the first workflows in n8n's editor. */
export function guide(n8nUrl: string, simulatorUrl: string, urls: readonly string[]): string {
	return `
The playground is open (process ${process.pid}). Ctrl-C stops it.

  n8n        ${n8nUrl}
             email ${playgroundOwner.email}, password ${playgroundOwner.password}
  Simulator  ${simulatorUrl}
             in the browser: people and scores, the webhook, requests as they come

  1. Open "1 · Scores as they come". On the simulator's page press "Score" next to a person, then execute the workflow.
     ${urls[0]}
  2. Execute "2 · Invite a candidate". It assigns two assessments and makes sign-in links: each works once, for 5 minutes.
     ${urls[1]}
  3. Press "Score" next to both assessments of the candidate. Then execute "3 · Download the results".
     ${urls[2]}

  For a workflow of your own, use the credentials "Simulator", or create some of the type "Enterprise Assessment API" with
  the Service Address and the API key from the simulator's page. Begin with the trigger "Enterprise Assessment Poll Trigger"
  (checks regularly, no public URL) or "Enterprise Assessment Trigger" (by webhook, one workflow per account).

  The workflows of examples/ are there too: the yellow note in each says what to set before it can be published.
`;
}
