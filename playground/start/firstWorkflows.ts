import { randomUUID } from 'node:crypto';

import type { Workflow } from '../api/workflows.ts';
import type { Playground } from '../playground.ts';
import { exampleCandidate, inviteWorkflow, resultsWorkflow } from '../workflows/mainJob.ts';

const inviteNote = `## Invite a candidate

Press **Execute workflow**. The candidate gets two assessments in the simulator, and the last node has a sign-in link for each: it works once, for 5 minutes, in a browser.

Change the name or the address in **Candidate** as you like. Executed again, it finds what is still open instead of assigning it anew.`;

const downloadNote = `## Download the results

First let the candidate finish: on the simulator's page press **Score** beside both assessments. Then press **Execute workflow**.

**Get Score** has the scores; the nodes after it hold the certificates (PDF), the recordings and the texts.`;

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
export function firstWorkflows({ credentials }: Playground): { invite: Workflow; download: Workflow } {
	return {
		invite: withNote(inviteWorkflow('1 · Invite a candidate', exampleCandidate, credentials), inviteNote),
		download: withNote(resultsWorkflow('2 · Download the results', exampleCandidate, credentials), downloadNote),
	};
}
