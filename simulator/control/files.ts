import { linkTo } from '../files/fileRecord.ts';
import { generatedSha256 } from '../files/generated.ts';
import type { Service } from '../service.ts';
import { CURRENT_VERSION } from '../http/versions.ts';
import type { CreatedFile, NewFile } from './interface.ts';

export function createFile({ random, world }: Service, input: NewFile): CreatedFile {
	const { bytes, kind = 'audio', declareLength = true } = input;
	const fileId = random.uuid();
	world.files.set(fileId, {
		fileId,
		kind,
		account: world.account,
		owner: null,
		content: { source: 'generated', bytes, declareLength },
		fileName: `generated-${bytes}.bin`,
		contentType: input.contentType ?? null,
		contentDisposition: input.contentDisposition,
	});
	return {
		link: linkTo(kind, fileId, CURRENT_VERSION.linkSegment),
		bytes,
		sha256: input.withSha256 ? generatedSha256(fileId, bytes) : null,
	};
}
