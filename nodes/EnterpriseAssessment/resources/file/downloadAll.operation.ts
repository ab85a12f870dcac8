import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/request/account';
import { downloadFile, ENDPOINT_OF_KIND, type FileKind } from '../../../api/request/download';
import { requestError } from '../../../api/request/messages';
import { missingInVersion } from '../../../api/request/request';
import { isRecord } from '../../../api/specification/responses';
import type { ScoreReport, User } from '../../../api/specification/types';
import { idKey } from '../../../api/specification/values';
import { ID_SEPARATOR, list, required, someOf } from '../../../shared/parameters/kinds';
import { visible } from '../../../shared/parameters/values';
import { itemError } from '../../itemErrors';
import { type InputItem, operation } from '../../operation';
import { noSuchUserError, OF_ITEM, readUser, user, userAssessment, type UserIdentity } from '../../user';
import { distinctNames, FILE_TIMEOUT_SECONDS, jsonToPassOn, titleOf } from './files';

const KINDS: readonly FileKind[] = ['audio', 'text', 'certificate'];

const OPTIONS = {
	include: someOf(
		list('Include', 'Which kinds of files to download', {
			options: KINDS.toSorted().map((kind) => ({ name: titleOf(kind), value: kind })),
			default: [...KINDS],
			separator: ID_SEPARATOR,
		}),
		KINDS,
	),
};

/** POST /score, then the files of one of its score reports */
export const downloadAll = operation({
	option: {
		name: 'Download All',
		value: 'downloadAll',
		action: 'Download all files for score report',
		description: 'Download the recordings, written responses and certificate of one score report',
	},
	parameters: {
		user: user('The user to download files for', OF_ITEM),
		userAssessmentId: required(
			userAssessment('The assessment to download files for'),
			"Choose one of the user's assessments from the list, or enter its 'userAssessmentId'",
		),
	},
	options: OPTIONS,
	timeoutSeconds: FILE_TIMEOUT_SECONDS,
	prepare(item, given, { include }) {
		const kinds = includedKinds(item, include);
		return async () => await downloaded(item, given, kinds);
	},
	afterAll: distinctNames(({ files, ...json }, names) => {
		const listed: unknown[] = Array.isArray(files) ? files : [];
		const named = listed
			.filter(isRecord)
			.map((file) => ({ ...file, fileName: names[String(file.binaryPropertyName)] }));
		return { ...json, files: named };
	}),
});

interface Given {
	user: UserIdentity;
	userAssessmentId: string;
}

async function downloaded(item: InputItem, { user: identity, userAssessmentId }: Given, kinds: readonly FileKind[]) {
	const found = await readUser(item, identity);
	if (found === null) throw noSuchUserError(item, identity, false);
	const report = found.scoreReports.find((one) => idKey(one.userAssessmentId) === idKey(userAssessmentId));
	if (report === undefined) {
		throw itemError(
			item,
			`The user has no score report with the ID ${visible(userAssessmentId)} ('User Assessment')`,
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
	const ids = { userId: found.userId, userAssessmentId: report.userAssessmentId };
	return [{ json: { ...jsonToPassOn(item), ...ids, files }, binary: binaries }];
}

/** How a file's name identifies the person. */
function personInName({ givenName, surname, email, uniqueIdentifier }: User): string | null | undefined {
	return [givenName, surname].filter(Boolean).join(' ') || email || uniqueIdentifier;
}

/** All kinds of files that the API version supports, unless the user chose some. */
function includedKinds(item: InputItem, kinds: readonly FileKind[]): readonly FileKind[] {
	if (kinds.length === 0) return isDeprecatedVersion(item.account.apiVersion) ? ['audio'] : KINDS;
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
	function add(kind: FileKind, link: string | null | undefined, file: Omit<FileOfReport, 'kind' | 'link'>): void {
		if (link && kinds.includes(kind)) files.push({ kind, link, ...file });
	}
	for (const [index, { question = null, responseAudioUrl: link }] of openResponses?.entries() ?? [])
		add('audio', link, { question, binaryPropertyName: `audio${index + 1}`, parameter: 'responseAudioUrl' });
	for (const [index, { question = null, responseTextUrl: link }] of writingOpenResponses?.entries() ?? [])
		add('text', link, { question, binaryPropertyName: `text${index + 1}`, parameter: 'responseTextUrl' });
	const certificate = { question: null, binaryPropertyName: 'certificate', parameter: 'certificateUrl' };
	add('certificate', certificateUrl, certificate);
	return files;
}
