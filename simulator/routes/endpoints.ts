import type { ServiceVersion } from '../versions.ts';
import { createGroup, downloadFile, listAssessments, listGroups } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import { getScore, listAssignments, listScores } from './scores.ts';
import { assign, createSignInToken } from './users.ts';
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
