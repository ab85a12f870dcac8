import { contentDisposition, FILES, type FileKind } from '../files/files.ts';
import { inOrder } from '../resources/lists.ts';
import { ServiceError } from '../serviceError.ts';
import type { Endpoint } from './endpoint.ts';
import { CREATE_GROUP } from './schemas.ts';

/** GET {base_host}/<link>: the raw file. An unknown id is a wrong url. */
export function downloadFile(kind: FileKind, currentOnly: boolean): Endpoint<undefined> {
	return {
		method: 'GET',
		path: `/${FILES[kind].path}/:fileId`,
		currentOnly,
		handle: ({ service: { account, settings }, fileId }) => {
			const file = account.files.get(fileId);
			if (!file || file.kind !== kind) throw new ServiceError(404, 'No such file.');
			const body = file.body();
			const length = Buffer.isBuffer(body) ? body.length : file.length;
			const disposition = contentDisposition(file, settings.contentDisposition);
			return {
				status: 200,
				file: body,
				headers: {
					'Content-Type': file.contentType,
					...(length === undefined ? {} : { 'Content-Length': length }),
					...(disposition === null ? {} : { 'Content-Disposition': disposition }),
				},
			};
		},
	};
}

export const listAssessments: Endpoint<undefined> = {
	method: 'GET',
	path: '/assessments',
	handle: ({ service }) => {
		const assessments = inOrder([...service.account.assessments.values()], service);
		return {
			status: 200,
			json: { assessments: assessments.map(({ name, assessmentId }) => ({ name, assessmentId })) },
		};
	},
};

export const listGroups: Endpoint<undefined> = {
	method: 'GET',
	path: '/groups',
	handle: ({ service }) => {
		const groups = inOrder([...service.account.groups.values()], service);
		return { status: 200, json: { groups: groups.map(({ name, groupId }) => ({ name, groupId })) } };
	},
};

export const createGroup: Endpoint<{ name: string }> = {
	method: 'POST',
	path: '/groups',
	schema: CREATE_GROUP,
	handle: ({ service: { account, settings }, body: { name } }) => {
		const { groupId } = account.addGroup(name);
		return { status: settings.groupCreatedStatus, json: { name, groupId } };
	},
};
