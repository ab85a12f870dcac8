import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { DEFAULT_BUDGET, within } from '../../../api/request/caller';
import { downloadFile, ENDPOINT_OF_KIND, FILE_TIMEOUT_MS, type FileKind } from '../../../api/request/download';
import { requestError } from '../../../api/request/messages';
import { callEndpoint, missingInVersion } from '../../../api/request/request';
import { visible } from '../../../api/specification/plainText';
import { isRecord } from '../../../api/specification/responses';
import { idKey, type ScoreReport } from '../../../api/specification/values';
import { required, someOf } from '../../../shared/parameters/kinds';
import { UserError } from '../../../shared/parameters/parameter';
import { type InputItem, operation } from '../../operation';
import { user, userAssessment, withoutUser } from '../../user';
import { distinctNames, fileUrlOf, jsonToPassOn, titleOf } from './files';

const KINDS: readonly FileKind[] = ['audio', 'text', 'certificate'];

/** POST /score, then the files of one of its score reports */
export const downloadAll = operation({
	option: {
		name: 'Download All',
		value: 'downloadAll',
		action: 'Download all files for score report',
		description: 'Download the recordings, written responses, and certificate of one score report',
	},
	parameters: {
		user: user('The user to download files for'),
		userAssessmentId: required(
			userAssessment('The assessment to download files for'),
			"Choose one of the user's assessments from the list, or enter its 'userAssessmentId'",
		),
	},
	options: {
		include: someOf('Include', 'Which kinds of files to download', {
			options: KINDS.toSorted().map((kind) => ({ name: titleOf(kind), value: kind })),
			default: [...KINDS],
		}),
	},
	timeoutMs: FILE_TIMEOUT_MS,
	prepare(item, given, { include }) {
		const kinds = includedKinds(item, include);
		return async () => {
			// The option is for the files.
			const timeoutMs = Math.min(item.budget.timeoutMs, DEFAULT_BUDGET.timeoutMs);
			const found = await callEndpoint(within(item, { timeoutMs }), 'getScore', given.user);
			if (found === null) return withoutUser(item, given);
			const isWanted = (one: ScoreReport) => idKey(one.userAssessmentId) === idKey(given.userAssessmentId);
			const report = found.scoreReports.find(isWanted);
			if (report === undefined) {
				throw new UserError(
					`The user has no score report with the ID ${visible(given.userAssessmentId)} ('User Assessment')`,
					"Choose one from the list, or use the 'userAssessmentId' from one of the user's score reports",
				);
			}
			const { userId, givenName, surname, email, uniqueIdentifier } = found;
			const person = [givenName, surname].filter(Boolean).join(' ') || email || uniqueIdentifier;
			const files: IDataObject[] = [];
			const binaries: IBinaryKeyData = {};
			for (const { kind, question, binaryPropertyName, link, parameter } of filesOfReport(report)) {
				if (!link || !kinds.includes(kind)) continue;
				const stem = [binaryPropertyName, report.assessmentName, person].filter(Boolean).join(' - ');
				const download = { kind, fileUrl: fileUrlOf(item, link, parameter), fileName: '', stem };
				const { binary, ...file } = await downloadFile(item, download);
				binaries[binaryPropertyName] = binary;
				files.push({ kind, question, binaryPropertyName, ...file });
			}
			const { userAssessmentId } = report;
			return [{ json: { ...jsonToPassOn(item), userId, userAssessmentId, files }, binary: binaries }];
		};
	},
	afterAll: distinctNames((json, binaries) => {
		const listed: unknown[] = Array.isArray(json.files) ? json.files : [];
		const nameIn = (file: Record<string, unknown>) => binaries[String(file.binaryPropertyName)]?.fileName;
		return { ...json, files: listed.filter(isRecord).map((file) => ({ ...file, fileName: nameIn(file) })) };
	}),
});

/** All kinds of files, unless the user chose some. A deprecated version's score reports don't link to those that it lacks. */
function includedKinds(item: InputItem, chosen: readonly FileKind[]): readonly FileKind[] {
	const [failure] = chosen.flatMap((kind) => missingInVersion(ENDPOINT_OF_KIND[kind], item.account) ?? []);
	if (failure !== undefined) throw requestError(item, failure);
	return chosen.length === 0 ? KINDS : chosen;
}

/** The files that a score report can link to. The number in a field's name is the response's place in the report, so it never changes. */
function* filesOfReport({ openResponses, writingOpenResponses, certificateUrl }: ScoreReport) {
	for (const [index, { question = null, responseAudioUrl: link }] of (openResponses ?? []).entries()) {
		const binaryPropertyName = `audio${index + 1}`;
		yield { kind: 'audio', question, binaryPropertyName, link, parameter: 'responseAudioUrl' } as const;
	}
	for (const [index, { question = null, responseTextUrl: link }] of (writingOpenResponses ?? []).entries()) {
		const binaryPropertyName = `text${index + 1}`;
		yield { kind: 'text', question, binaryPropertyName, link, parameter: 'responseTextUrl' } as const;
	}
	const certificate = { kind: 'certificate', binaryPropertyName: 'certificate', parameter: 'certificateUrl' } as const;
	yield { ...certificate, question: null, link: certificateUrl };
}
