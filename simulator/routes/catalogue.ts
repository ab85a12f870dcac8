import { contentDisposition, type FileKind } from '../files/files.ts';
import { inOrder } from '../resources/lists.ts';
import { ServiceError } from '../serviceError.ts';
import type { Handler } from './endpoint.ts';

/** The raw file. An unknown ID means a wrong URL. */
export const downloadFile =
	(kind: FileKind): Handler<'downloadAudio' | 'downloadText' | 'downloadCertificate'> =>
	({ service: { account, settings }, fileId }) => {
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
	};

export const listAssessments: Handler<'listAssessments'> = ({ service }) => {
	const assessments = inOrder(service.account.assessments.values(), service);
	return { status: 200, json: { assessments: assessments.map(({ name, assessmentId }) => ({ name, assessmentId })) } };
};

export const listGroups: Handler<'listGroups'> = ({ service }) => ({
	status: 200,
	json: { groups: inOrder(service.account.groups.values(), service) },
});

export const createGroup: Handler<'createGroup'> = ({ service: { account, settings }, body: { name } }) => {
	const { groupId } = account.addGroup(name);
	return { status: settings.groupCreatedStatus, json: { name, groupId } };
};
