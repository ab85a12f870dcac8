import type { Operation } from '../../operation';
import { downloadLink } from './downloadLink';
import { linkFields } from './linkFields';

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
		hint: 'From a score or a trigger. Only speaking and writing assessments have a certificate.',
		fileName: 'certificate.pdf',
	}),
	execute: async (run) => await downloadLink(run, 'certificate'),
};
