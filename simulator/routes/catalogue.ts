import { addGroup } from '../account/account.ts';
import { contentDisposition, serveFile } from '../files/contents.ts';
import { FILE_PATHS, type FileKind } from '../files/fileRecord.ts';
import { inOrder } from '../resources/lists.ts';
import { ServiceError, forbidden } from '../serviceError.ts';
import type { Endpoint } from './endpoint.ts';
import { CREATE_GROUP } from './schemas.ts';

/** GET {base_host}/<link>: the raw file. An unknown id is a wrong url, another account's file is forbidden. */
export function downloadFile(kind: FileKind, currentOnly: boolean): Endpoint<undefined> {
	return {
		method: 'GET',
		path: `/${FILE_PATHS[kind]}/:fileId`,
		currentOnly,
		handle: ({ service, account, fileId }) => {
			const file = service.world.files.get(fileId);
			if (!file || file.kind !== kind) throw new ServiceError(404, 'No such file.');
			if (file.account !== account) throw forbidden('link');
			const { body, contentLength, contentType } = serveFile(file);
			const disposition = contentDisposition(file, service.settings.contentDisposition);
			return {
				status: 200,
				file: body,
				headers: {
					'Content-Type': contentType,
					...(contentLength === null ? {} : { 'Content-Length': contentLength }),
					...(disposition === null ? {} : { 'Content-Disposition': disposition }),
				},
			};
		},
	};
}

export const listAssessments: Endpoint<undefined> = {
	method: 'GET',
	path: '/assessments',
	handle: ({ service, account }) => {
		const assessments = inOrder([...account.assessments.values()], service);
		return {
			status: 200,
			json: { assessments: assessments.map(({ name, assessmentId }) => ({ name, assessmentId })) },
		};
	},
};

export const listGroups: Endpoint<undefined> = {
	method: 'GET',
	path: '/groups',
	handle: ({ service, account }) => {
		const groups = inOrder([...account.groups.values()], service);
		return { status: 200, json: { groups: groups.map(({ name, groupId }) => ({ name, groupId })) } };
	},
};

export const createGroup: Endpoint<{ name: string }> = {
	method: 'POST',
	path: '/groups',
	schema: CREATE_GROUP,
	handle: ({ service, account, body: { name } }) => {
		const { groupId } = addGroup(account, name, service.random);
		return { status: service.settings.groupCreatedStatus, json: { name, groupId } };
	},
};
