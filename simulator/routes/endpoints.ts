import type { ServiceVersion } from '../http/versions.ts';
import { assign } from './assign.ts';
import { listAssignments } from './assignments.ts';
import { createGroup, listAssessments, listGroups } from './catalogue.ts';
import { createSignInToken } from './createSignInToken.ts';
import type { Endpoint } from './endpoint.ts';
import { downloadFile } from './files.ts';
import { getScore, listScores } from './scores.ts';
import { deleteWebhook, getWebhook, registerWebhook, triggerExample } from './webhook.ts';

/** The specification's Endpoints, in its order. A body is what the endpoint's schema lets through. */
const ENDPOINTS: ReadonlyArray<Endpoint<unknown>> = [
	listAssessments,
	listGroups,
	createGroup,
	assign,
	createSignInToken,
	listAssignments,
	getScore,
	listScores,
	downloadFile('audio', false),
	downloadFile('text', true),
	downloadFile('certificate', true),
	registerWebhook,
	getWebhook,
	deleteWebhook,
	triggerExample,
];

export function endpointsOf(version: ServiceVersion): Array<Endpoint<unknown>> {
	return ENDPOINTS.filter(({ currentOnly = false }) => !(version.deprecated && currentOnly));
}
