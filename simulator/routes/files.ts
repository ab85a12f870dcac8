import { contentDisposition, type FileKind } from '../files/files.ts';
import { ServiceError } from '../serviceError.ts';
import type { Handler } from './endpoint.ts';

/** Sends the raw file. An ID that is unknown, or belongs to a different kind of file, gets 404. */
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
