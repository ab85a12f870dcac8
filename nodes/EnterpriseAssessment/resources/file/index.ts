import type { Resource } from '../../operation';
import { downloadAll } from './downloadAll';
import { downloadAudio, downloadCertificate, downloadText } from './downloadOne';

export const file: Resource = {
	option: { name: 'File', value: 'file' },
	defaultOperation: 'downloadCertificate',
	operations: [downloadAll, downloadAudio, downloadCertificate, downloadText],
};
