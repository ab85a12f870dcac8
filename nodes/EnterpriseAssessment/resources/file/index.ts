import type { Resource } from '../../operation';
import { downloadAll } from './downloadAll';
import { downloadAudio } from './downloadAudio';
import { downloadCertificate } from './downloadCertificate';
import { downloadText } from './downloadText';

export const file: Resource = {
	option: { name: 'File', value: 'file' },
	defaultOperation: 'downloadCertificate',
	operations: [downloadAll, downloadAudio, downloadCertificate, downloadText],
};
