import type { JsonObject } from '../../../playground/api/json.ts';
import type { Playground } from '../../../playground/playground.ts';
import { credentialsType } from '../../../playground/playground.ts';
import type { NodeSketch } from '../../../playground/workflows/build.ts';
import { actionNode, splitNode } from '../../../playground/workflows/nodes.ts';

/** A way to get scores: nodes that follow one another. */
export type Way = readonly NodeSketch[];

/** What a builder wants, our way and the way without this package. */
export interface Case {
	readonly name: string;
	readonly ours: Way;
	readonly theirs: Way;
}

type Credentials = Playground['credentials'];

function oursWith(parameters: JsonObject, credentials: Credentials): Way {
	return [actionNode('Scores', { resource: 'score', operation: 'getAll', ...parameters }, credentials)];
}

function httpRequest(baseHost: string, credentials: Credentials): Way {
	const parameters = {
		method: 'POST',
		url: `${baseHost}/2020q3/scores`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credentialsType,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '{}',
		options: {},
	};
	const request = { name: 'Request', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters, credentials };
	return [request, { ...splitNode('Split', 'userScores') }];
}

const limit: NodeSketch = { name: 'Limit', type: 'n8n-nodes-base.limit', parameters: { maxItems: 50 } };

export function filteredWay(assessmentName: string, credentials: Credentials): Way {
	return oursWith({ returnAll: true, filters: { assessmentNames: [assessmentName] } }, credentials);
}

export function casesOf(baseHost: string, assessmentName: string, credentials: Credentials): Case[] {
	const theirs = httpRequest(baseHost, credentials);
	return [
		{ name: 'defaults, Return All', ours: oursWith({ returnAll: true }, credentials), theirs },
		{ name: 'defaults, Limit 50', ours: oursWith({ limit: 50 }, credentials), theirs: [...theirs, limit] },
		{ name: 'one assessment of 20, Return All', ours: filteredWay(assessmentName, credentials), theirs },
		{
			name: 'nested, not simplified, Return All',
			ours: oursWith({ returnAll: true, output: 'users', simplify: false }, credentials),
			theirs,
		},
	];
}
