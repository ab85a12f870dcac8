import { randomUUID } from 'node:crypto';

import type { Workflow } from '../api/workflows.ts';
import type { Playground } from '../playground.ts';
import { exampleCandidate, inviteWorkflow, resultsWorkflow, scoresWorkflow } from '../workflows/mainJob.ts';

const scoresNote = `## Scores as they come

1. On the simulator's page, press **Score** beside somebody.
2. Here, press **Execute workflow**: the trigger fetches recent scores, and the node after it makes a sentence of each.
3. **Publish** the workflow, and score somebody else: within a minute it runs by itself.

Put **Slack** in the place of the last node, and scores go to a channel.`;

const inviteNote = `## Invite a candidate

Press **Execute workflow**. The candidate gets two assessments in the simulator, and the last node has a sign-in link for each: it works once, for 5 minutes, in a browser, and opens a page with *Start* and *Finish*.

Change the name or the address in **Candidate** as you like. Executed again, it finds what is still open instead of assigning it anew.`;

const downloadNote = `## Download the results

First execute **2 · Invite a candidate**, and on the simulator's page press **Score** beside both assessments. Then press **Execute workflow**.

**Download All** has the certificates (PDF), the recordings and the texts. Run too early, **Not scored yet** says what is missing.`;

/** The workflow with a note above its nodes, which says how to use it. */
function withNote(workflow: Workflow, content: string): Workflow {
	const note = {
		id: randomUUID(),
		name: 'How to Use It',
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		position: [-60, -320],
		parameters: { content, width: 560, height: 260 },
	} as const;
	return { ...workflow, nodes: [note, ...workflow.nodes] };
}

/** The workflows that the guide begins with, in their order. */
export function firstWorkflows({ credentials }: Playground): Record<'scores' | 'invite' | 'download', Workflow> {
	return {
		scores: withNote(scoresWorkflow('1 · Scores as they come', credentials), scoresNote),
		invite: withNote(inviteWorkflow('2 · Invite a candidate', exampleCandidate, credentials), inviteNote),
		download: withNote(resultsWorkflow('3 · Download the results', exampleCandidate, credentials), downloadNote),
	};
}
