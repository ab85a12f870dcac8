import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/request/account';
import { downloadFile, ENDPOINT_OF_KIND, type FileKind } from '../../../api/request/download';
import { requestError } from '../../../api/request/messages';
import { missingInVersion } from '../../../api/request/request';
import type { ScoreReport, User } from '../../../api/specification/types';
import { idKey } from '../../../api/specification/values';
import { isEmpty } from '../../../shared/parameters';
import { FILE_TIMEOUT_SECONDS } from '../../fields';
import { type InputItem, itemError, type Operation } from '../../operation';
import { collection, idList, requiredText, someOf } from '../../parameters';
import { noSuchUserError, readUser, userAssessmentField, userIdentity, userOfItemField } from '../../user';
import { jsonToPassOn, titleOf } from './downloadOne.operation';

const KINDS: readonly FileKind[] = ['audio', 'text', 'certificate'];

/** POST /score, then the files of one of its score reports */
export const downloadAll: Operation = {
	option: {
		name: 'Download All',
		value: 'downloadAll',
		action: 'Download all files for score report',
		description: 'Download the recordings, written responses and certificate of one score report',
	},
	fields: [
		userOfItemField('The user to download files for'),
		{ ...userAssessmentField('The assessment to download files for'), required: true },
	],
	options: [
		{
			displayName: 'Include',
			name: 'include',
			type: 'multiOptions',
			options: KINDS.toSorted().map((kind) => ({ name: titleOf(kind), value: kind })),
			default: [...KINDS],
			description: 'Which kinds of files to download',
		},
	],
	timeoutSeconds: FILE_TIMEOUT_SECONDS,
	async execute(item) {
		const identity = userIdentity(item);
		const userAssessmentId = requiredText(
			item,
			'userAssessmentId',
			'User Assessment',
			"Choose one of the user's assessments from the list, or enter its 'userAssessmentId'",
		);
		const kinds = includedKinds(item);
		const found = await readUser(item, identity);
		if (found === null) throw noSuchUserError(item, identity);
		const report = found.scoreReports.find((one) => idKey(one.userAssessmentId) === idKey(userAssessmentId));
		if (report === undefined) {
			throw itemError(
				item,
				`The user has no score report with the ID ${userAssessmentId} ('User Assessment')`,
				"Choose one from the list, or use the 'userAssessmentId' from one of the user's score reports",
			);
		}
		const files: IDataObject[] = [];
		const binaries: IBinaryKeyData = {};
		for (const { kind, question, binaryPropertyName, link, parameter } of filesOfReport(report, kinds)) {
			const { binary, mimeType, fileSize, ...named } = await downloadFile(item, {
				kind,
				link,
				parameter,
				fileName: '',
				stem: [binaryPropertyName, report.assessmentName, personInName(found)].filter(Boolean).join(' - '),
			});
			// Two files with the same name would overwrite each other when saved.
			const isTaken = files.some((other) => other.fileName === named.fileName);
			const fileName = isTaken ? `${binaryPropertyName} - ${named.fileName}` : named.fileName;
			binaries[binaryPropertyName] = { ...binary, fileName };
			files.push({ kind, question, binaryPropertyName, fileName, mimeType, fileSize });
		}
		return [{ json: { ...jsonToPassOn(item), userId: found.userId, userAssessmentId, files }, binary: binaries }];
	},
};

/** How a file's name identifies the person. */
function personInName({ givenName, surname, email, uniqueIdentifier }: User): string | null | undefined {
	return [givenName, surname].filter(Boolean).join(' ') || email || uniqueIdentifier;
}

/** All kinds of files that the API version supports, unless the user chose some. */
function includedKinds(item: InputItem): readonly FileKind[] {
	const { include } = collection(item, 'options');
	if (isEmpty(include)) {
		return isDeprecatedVersion(item.account.apiVersion) ? ['audio'] : KINDS;
	}
	const kinds = someOf(item, idList(item, include, 'Include'), 'Include', KINDS);
	const missing = kinds
		.map((kind) => missingInVersion(ENDPOINT_OF_KIND[kind], item.account.apiVersion))
		.find((failure) => failure !== undefined);
	if (missing !== undefined) throw requestError(item, missing);
	return kinds;
}

interface FileOfReport {
	kind: FileKind;
	/** Null for the certificate. */
	question: string | null;
	/** `audio1`…, `text1`…, `certificate`. The number is the place in the report, so a name always means the same response. */
	binaryPropertyName: string;
	link: string;
	/** The report's field that the link comes from. */
	parameter: string;
}

/** Lists the files that a score report links to, in the report's order. */
function filesOfReport(report: ScoreReport, kinds: readonly FileKind[]): FileOfReport[] {
	const { openResponses, writingOpenResponses, certificateUrl } = report;
	const files: FileOfReport[] = [];
	function add(
		kind: FileKind,
		place: number | '',
		parameter: string,
		link: string | null | undefined,
		question: string | null = null,
	): void {
		if (!link || !kinds.includes(kind)) return;
		files.push({ kind, question, binaryPropertyName: `${kind}${place}`, link, parameter });
	}
	for (const [index, { question, responseAudioUrl }] of openResponses?.entries() ?? [])
		add('audio', index + 1, 'responseAudioUrl', responseAudioUrl, question);
	for (const [index, { question, responseTextUrl }] of writingOpenResponses?.entries() ?? [])
		add('text', index + 1, 'responseTextUrl', responseTextUrl, question);
	add('certificate', '', 'certificateUrl', certificateUrl);
	return files;
}
