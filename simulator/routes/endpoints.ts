import type { OperationId } from '../document.ts';
import { createGroup, listAssessments, listGroups } from './catalog.ts';
import type { Handler } from './endpoint.ts';
import { downloadFile } from './files.ts';
import { getScore, listAssignments, listScores } from './scores.ts';
import { assign, createSignInToken } from './users.ts';
import { deleteWebhook, getWebhook, registerWebhook, sendExampleEvent } from './webhook.ts';

export const HANDLERS: { [Id in OperationId]: Handler<Id> } = {
	listAssessments,
	listGroups,
	createGroup,
	assign,
	createSignInToken,
	listAssignments,
	getScore,
	listScores,
	downloadAudio: downloadFile('audio'),
	downloadText: downloadFile('text'),
	downloadCertificate: downloadFile('certificate'),
	registerWebhook,
	getWebhook,
	deleteWebhook,
	sendExampleEvent,
};
