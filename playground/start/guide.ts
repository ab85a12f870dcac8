import { randomUUID } from 'node:crypto';

import { playgroundOwner } from '../api/session.ts';
import type { Workflow } from '../api/workflows.ts';
import type { Playground } from '../playground.ts';
import { exampleCandidate, inviteWorkflow, resultsWorkflow, scoresWorkflow } from '../workflows/mainJob.ts';

/** The workflow with a note above its nodes that says how to use it. */
function withNote(workflow: Workflow, content: string): Workflow {
	const note = {
		id: randomUUID(),
		name: 'How to use it',
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		position: [-60, -320],
		parameters: { content, width: 560, height: 260 },
	} as const;
	return { ...workflow, nodes: [note, ...workflow.nodes] };
}

/** The workflows that the guide begins with, in their order. */
export function firstWorkflows({ credentials }: Playground): Workflow[] {
	return [
		withNote(
			scoresWorkflow('1 · Scores as they come', credentials),
			`## Scores as they come

1. On the simulator's page, press **Score** next to a person.
2. Here, press **Execute workflow**: the trigger fetches recent scores, and the node after it makes a sentence of each.
3. **Publish** the workflow, and score another person: it runs by itself within a minute.

Replace the last node with **Slack** to send the scores to a channel.`,
		),
		withNote(
			inviteWorkflow('2 · Invite a candidate', exampleCandidate, credentials),
			`## Invite a candidate

Press **Execute workflow**. The candidate gets two assessments in the simulator. The last node returns a sign-in link for each, which works once, for 5 minutes, in a browser, and opens a page with *Start* and *Finish*.

Change the name or the email address in **Candidate** as you like. If you execute the workflow again, it returns the open assignments instead of assigning again.`,
		),
		withNote(
			resultsWorkflow('3 · Download the results', exampleCandidate, credentials),
			`## Download the results

First execute **2 · Invite a candidate**, and on the simulator's page press **Score** next to both assessments. Then press **Execute workflow**.

**Download All** returns the certificates (PDF), the recordings and the written responses. If it's too early, **Not scored yet** says what's missing.`,
		),
	];
}

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
  the address and the API key from the simulator's page. Begin with the trigger "Enterprise Assessment Poll Trigger"
  (checks regularly, no public URL) or "Enterprise Assessment Trigger" (by webhook, one workflow per account).

  The workflows of examples/ are there too: the yellow note in each says what to set before it can be published.
`;
}
