import { downloadFile, FILE_TIMEOUT_MS, type FileKind } from '../../../api/request/download';
import { choice, required, text } from '../../../shared/parameters/kinds';
import { textOf, UserError } from '../../../shared/parameters/parameter';
import { FAIL_ITEM, operation } from '../../operation';
import { distinctNames, fileUrlOf, jsonToPassOn, titleOf } from './files';

const LABEL = 'Link';
const FILE_NAME = 'File Name';
const IF_MISSING = 'If Link Is Missing';

const ofResponses = (list: string) => ({
	source: `a score report's '${list}'`,
	hint: `Turn off 'Simplify' in the node that gets the score, and add a Split Out node for '${list}' before this one`,
});

const FILES = {
	audio: {
		description: 'Download a spoken response',
		field: 'responseAudioUrl',
		...ofResponses('openResponses'),
		example: 'answer.wav',
	},
	certificate: {
		description: "Download a score report's certificate as a PDF",
		field: 'certificateUrl',
		source: 'a score report',
		hint: 'From a score or a trigger. Only speaking and writing assessments have a certificate.',
		example: 'certificate.pdf',
	},
	text: {
		description: 'Download a written response',
		field: 'responseTextUrl',
		...ofResponses('writingOpenResponses'),
		example: 'answer.txt',
	},
};

/** GET {base_host}/<responseAudioUrl> */
export const downloadAudio = downloadOne('audio');

/** GET {base_host}/<certificateUrl> */
export const downloadCertificate = downloadOne('certificate');

/** GET {base_host}/<responseTextUrl> */
export const downloadText = downloadOne('text');

function downloadOne(kind: FileKind) {
	const { description, field, source, hint, example } = FILES[kind];
	const title = titleOf(kind);
	return operation({
		option: { name: `Download ${title}`, value: `download${title}`, action: `Download ${kind} file`, description },
		parameters: {
			link: text(LABEL, `The '${field}' from ${source}. Use it unchanged.`, {
				required: true,
				default: `={{ $json.${field} }}`,
				hint,
			}),
			ifLinkMissing: choice(
				IF_MISSING,
				'error',
				[
					['Return an Error', 'error', FAIL_ITEM],
					['Skip the Download', 'skip', 'Pass the item on without a file'],
				],
				{ description: 'What to do if an item has no file of this kind' },
			),
			binaryPropertyName: required(
				text(
					'Put Output File in Field',
					'The next node reads the file from this field, e.g. to attach it to an email',
					{ default: 'data', hint: 'The name of the output binary field to put the file in' },
				),
				'Enter a name, e.g. data',
			),
		},
		options: {
			fileName: {
				...text(
					FILE_NAME,
					"Leave empty to use the file's original name. If several files of a run would have the same name, later ones get a number, e.g. 'certificate (2).pdf'. If you email the file, use an expression, so that the name says whose it is.",
					{ placeholder: `e.g. {{ $json.surname }} ${example}` },
				),
				read(value) {
					// A name in the account can be damaged, but the file can be downloaded all the same.
					const name = textOf(value, FILE_NAME);
					// With slashes, only what comes after the last one would remain.
					return /^[\\/\s]*$/.test(name) ? '' : name.replace(/[\\/]/g, '-');
				},
			},
		},
		timeoutMs: FILE_TIMEOUT_MS,
		prepare(item, { link, ifLinkMissing, binaryPropertyName }, options) {
			const json = jsonToPassOn(item);
			const filesOfItem = item.ofRun.input.binary;
			if (link === '') {
				if ({ error: true, skip: false }[ifLinkMissing]) {
					const message = `The parameter '${LABEL}' is empty, so there's no ${kind} file to download`;
					const advice = `To pass on items without such a file, set '${IF_MISSING}' to 'Skip the Download'. Otherwise, check the expression`;
					throw new UserError(message, advice, ['link']);
				}
				const noFile = { fileName: null, mimeType: null, fileSize: null, link: null };
				return () => [{ json: { ...json, ...noFile }, binary: filesOfItem }];
			}
			const fileUrl = fileUrlOf(item, link, LABEL);
			const download = { kind, fileUrl, fileName: options.fileName };
			return async () => {
				const { binary, ...file } = await downloadFile(item, download);
				return [{ json: { ...json, ...file, link }, binary: { ...filesOfItem, [binaryPropertyName]: binary } }];
			};
		},
		afterAll: distinctNames((json, files) => ({ ...json, fileName: Object.values(files)[0]?.fileName })),
	});
}
