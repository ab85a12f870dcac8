import { serveFile } from '../files/contents.ts';
import { contentDisposition } from '../files/disposition.ts';
import { FILE_PATHS, type FileKind } from '../files/fileRecord.ts';
import { forbidden, ServiceError } from '../http/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** GET {base_host}/<link>: the raw file. An unknown id is a wrong url, another account's file is forbidden. */
export function downloadFile(kind: FileKind, currentOnly: boolean): Endpoint<undefined> {
	return {
		method: 'GET',
		path: `/${FILE_PATHS[kind]}/:fileId`,
		currentOnly,
		handle: ({ service, account, fileId }) => {
			const file = service.world.files.get(fileId);
			if (!file || file.kind !== kind) throw new ServiceError(404, [{ property: '', message: 'No such file.' }]);
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
