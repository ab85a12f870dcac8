import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import {
	downloadFile,
	ENDPOINT_OF_KIND,
	FILE_TIMEOUT_MS,
	type FileKind,
	fileUrlOf,
} from '../../../api/request/download';
import { requestError } from '../../../api/request/messages';
import { missingInVersion } from '../../../api/request/request';
import { isRecord } from '../../../api/specification/responses';
import type { ScoreReport, User } from '../../../api/specification/types';
import { idKey } from '../../../api/specification/values';
import { required, someOf } from '../../../shared/parameters/kinds';
import { ParameterError } from '../../../shared/parameters/parameter';
import { visible } from '../../../shared/parameters/values';
import { type InputItem, operation } from '../../operation';
import { readUser, user, userAssessment, withoutUser } from '../../user';
import { distinctNames, jsonToPassOn, titleOf } from './files';

const KINDS: readonly FileKind[] = ['audio', 'text', 'certificate'];

const OPTIONS = {
	include: someOf('Include', 'Which kinds of files to download', {
		options: KINDS.toSorted().map((kind) => ({ name: titleOf(kind), value: kind })),
		default: [...KINDS],
	}),
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
		user: user('The user to download files for', 'ofItem'),
		userAssessmentId: required(
			userAssessment('The assessment to download files for'),
			"Choose one of the user's assessments from the list, or enter its 'userAssessmentId'",
		),
	},
	options: OPTIONS,
	timeoutMs: FILE_TIMEOUT_MS,
	prepare(item, given, { include }) {
		const kinds = includedKinds(item, include);
		return async () => {
			const found = await readUser(item, given.user);
			if (found === null) return withoutUser(item, given);
			const isWanted = (one: ScoreReport) => idKey(one.userAssessmentId) === idKey(given.userAssessmentId);
			const report = found.scoreReports.find(isWanted);
			if (report === undefined) {
				throw new ParameterError(
					`The user has no score report with the ID ${visible(given.userAssessmentId)} ('User Assessment')`,
					"Choose one from the list, or use the 'userAssessmentId' from one of the user's score reports",
				);
			}
			const files: IDataObject[] = [];
			const binaries: IBinaryKeyData = {};
			for (const { kind, question, binaryPropertyName, link, parameter } of filesOfReport(report)) {
				if (!link || !kinds.includes(kind)) continue;
				const stem = [binaryPropertyName, report.assessmentName, personInName(found)].filter(Boolean).join(' - ');
				const download = { kind, fileUrl: fileUrlOf(item, link, parameter), fileName: '', stem };
				const { binary, mimeType, fileSize, ...named } = await downloadFile(item, download);
				// Two files with the same name would overwrite each other when saved.
				const isTaken = files.some((other) => other.fileName === named.fileName);
				const fileName = isTaken ? `${binaryPropertyName} - ${named.fileName}` : named.fileName;
				binaries[binaryPropertyName] = { ...binary, fileName };
				files.push({ kind, question, binaryPropertyName, fileName, mimeType, fileSize });
			}
			const ids = { userId: found.userId, userAssessmentId: report.userAssessmentId };
			return [{ json: { ...jsonToPassOn(item), ...ids, files }, binary: binaries }];
		};
	},
	afterAll: distinctNames(({ files: all, ...json }, binaries) => {
		const listed: unknown[] = Array.isArray(all) ? all : [];
		const files = listed
			.filter(isRecord)
			.map((file) => ({ ...file, fileName: binaries[String(file.binaryPropertyName)]?.fileName }));
		return { ...json, files };
	}),
});

/** How a file's name identifies the person. */
function personInName({ givenName, surname, email, uniqueIdentifier }: User): string | null | undefined {
	return [givenName, surname].filter(Boolean).join(' ') || email || uniqueIdentifier;
}

/** All kinds of files that the API version supports, unless the user chose some. */
function includedKinds(item: InputItem, chosen: readonly FileKind[]): readonly FileKind[] {
	const missing = (kind: FileKind) => missingInVersion(ENDPOINT_OF_KIND[kind], item.account.apiVersion);
	if (chosen.length === 0) return KINDS.filter((kind) => missing(kind) === undefined);
	const [failure] = chosen.flatMap((kind) => missing(kind) ?? []);
	if (failure !== undefined) throw requestError(item, failure);
	return chosen;
}

interface FileOfReport {
	kind: FileKind;
	/** Null for the certificate. */
	question: string | null;
	/** `audio1`…, `text1`…, `certificate`. The number is the place in the report, so a name always means the same response. */
	binaryPropertyName: string;
	/** Missing if there's no such file. */
	link?: string | null;
	/** The report's field that the link comes from. */
	parameter: string;
}

/** Lists the files that a score report can link to, in the report's order. */
function filesOfReport({ openResponses, writingOpenResponses, certificateUrl }: ScoreReport): FileOfReport[] {
	const spoken = openResponses?.map(({ question = null, responseAudioUrl: link }, index) => {
		const binaryPropertyName = `audio${index + 1}`;
		return { kind: 'audio', question, binaryPropertyName, link, parameter: 'responseAudioUrl' } as const;
	});
	const written = writingOpenResponses?.map(({ question = null, responseTextUrl: link }, index) => {
		const binaryPropertyName = `text${index + 1}`;
		return { kind: 'text', question, binaryPropertyName, link, parameter: 'responseTextUrl' } as const;
	});
	const certificate = { question: null, binaryPropertyName: 'certificate', parameter: 'certificateUrl' };
	return [...(spoken ?? []), ...(written ?? []), { kind: 'certificate', link: certificateUrl, ...certificate }];
}
