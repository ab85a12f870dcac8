import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/specification/address';
import { downloadFile, ENDPOINT_OF_KIND } from '../../../api/download/download';
import { missingInVersion } from '../../../api/outcome/failure';
import { idKey } from '../../../api/specification/ids';
import { callEndpoint } from '../../../api/request/request';
import { user } from '../../../api/specification/responses';
import { isEmpty } from '../../../shared/values';
import type { User } from '../../../api/specification/types';
import { FILE_TIMEOUT_SECONDS, optionsField } from '../../fields';
import type { Operation, OperationRun } from '../../operation';
import { chosenAmong, collection, idList, parameterError, requiredText } from '../../parameters';
import { noSuchUserError, userIdentity, userOfItemField } from '../../user';
import { userAssessmentField } from '../../userAssessment';
import { filesOfReport } from './filesOfReport';

/** POST /score, then the files of one of its score reports */
export const downloadAll: Operation = {
	option: {
		name: 'Download All',
		value: 'downloadAll',
		action: 'Download all files of score report',
		description: 'Download the recordings, written responses and certificate of one score report',
	},
	fields: [
		userOfItemField(),
		{ ...userAssessmentField('The assessment that the files belong to'), required: true },
		optionsField(
			[
				{
					displayName: 'Include',
					name: 'include',
					type: 'multiOptions',
					options: [
						{ name: 'Audio', value: 'audio' },
						{ name: 'Certificate', value: 'certificate' },
						{ name: 'Text', value: 'text' },
					],
					default: ['audio', 'text', 'certificate'],
					description: 'Which kinds of files to download',
				},
			],
			FILE_TIMEOUT_SECONDS,
		),
	],
	async execute(run) {
		const identity = userIdentity(run);
		const userAssessmentId = requiredText(
			run,
			'userAssessmentId',
			'User Assessment',
			'Choose an assessment of the user from the list, or enter its userAssessmentId',
		);
		const kinds = includedKinds(run);
		const found = await callEndpoint(run, { endpoint: 'getScore', body: { ...identity } }, user);
		if (found === null) throw noSuchUserError(run, identity);
		const report = found.scoreReports.find(
			(candidate) => idKey(candidate.userAssessmentId) === idKey(userAssessmentId),
		);
		if (report === undefined) {
			throw parameterError(
				run,
				`The user has no score report with the 'User Assessment' ${userAssessmentId}`,
				'Choose one from the list, or use the userAssessmentId of a score report of that user',
			);
		}
		const files: IDataObject[] = [];
		const binaries: IBinaryKeyData = {};
		for (const { kind, question, binaryPropertyName, link, parameter } of filesOfReport(report, kinds)) {
			const { binary, mimeType, fileSize, ...named } = await downloadFile(run, {
				kind,
				link,
				parameter,
				fileName: '',
				stem: [binaryPropertyName, report.assessmentName, personOf(found)].filter(Boolean).join(' - '),
			});
			// One of two files with one name would overwrite the other where they are saved.
			const isTaken = files.some((other) => other.fileName === named.fileName);
			const fileName = isTaken ? `${binaryPropertyName} - ${named.fileName}` : named.fileName;
			binaries[binaryPropertyName] = { ...binary, fileName };
			files.push({ kind, question, binaryPropertyName, fileName, mimeType, fileSize });
		}
		const { json } = run.context.getInputData()[run.itemIndex] ?? {};
		return [{ json: { ...json, userId: found.userId, userAssessmentId, files }, binary: binaries }];
	},
};

/** As a file name tells whose file it is. */
function personOf({ givenName, surname, email, uniqueIdentifier }: User): string | null | undefined {
	return [givenName, surname].filter(Boolean).join(' ') || email || uniqueIdentifier;
}

const KINDS = ['audio', 'text', 'certificate'] as const;

/** Everything that the version has, unless the user chose. */
function includedKinds(run: OperationRun) {
	const { include } = collection(run, 'options');
	if (isEmpty(include)) {
		return isDeprecatedVersion(run.account.apiVersion) ? (['audio'] as const) : KINDS;
	}
	const kinds = chosenAmong(run, idList(run, include, 'Include'), 'Include', KINDS);
	const missing = kinds
		.map((kind) => missingInVersion(ENDPOINT_OF_KIND[kind], run.account.apiVersion))
		.find((failure) => failure !== undefined);
	if (missing !== undefined) throw parameterError(run, missing.message, missing.description);
	return kinds;
}
