import { linkFields } from '../../fields';
import type { Operation } from '../../operation';
import { downloadLink } from './downloadLink';

/** GET {base_host}/<certificateUrl> */
export const downloadCertificate: Operation = {
	option: {
		name: 'Download Certificate',
		value: 'downloadCertificate',
		action: 'Download certificate file',
		description: 'Download the certificate of a score report as PDF',
	},
	fields: linkFields({
		field: 'certificateUrl',
		of: 'a score report',
		hint: 'The certificateUrl of a score report. Some have none: filter those out before this node.',
		example: '2020q3/certificate/1f0a',
		fileName: 'certificate.pdf',
	}),
	execute: async (run) => await downloadLink(run, 'certificate'),
};
