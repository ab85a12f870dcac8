import type { FileContent, FileKind, FileRecord } from '../files/fileRecord.ts';
import { placementOf } from './levels.ts';
import type { Random } from '../random.ts';
import type { AssessmentKind, ResponseRecord, UserAssessmentRecord, UserRecord } from './records.ts';
import type { SubScores, SurveyItem } from '../resources/resources.ts';
import type { Account } from './account.ts';
import type { World } from './world.ts';

/** Whose result it is and where its files go. */
export interface ResultOwner {
	world: World;
	account: Account;
	user: UserRecord;
}

const SPOKEN_QUESTIONS = [
	'Describe a place that matters to you.',
	'¿Qué hiciste el fin de semana pasado? – Answer in English.',
	'Compare working from home with working in an office.',
] as const;
const WRITTEN_QUESTIONS = [
	'Write about a journey you remember.',
	'Answer the e-mail from your colleague Zoë.',
] as const;

const EXTENSIONS: Record<FileKind, string> = { audio: 'wav', text: 'txt', certificate: 'pdf' };

function addFile(owner: ResultOwner, fileId: string, kind: FileKind, content: FileContent, name: string): string {
	const file: FileRecord = {
		fileId,
		kind,
		account: owner.account,
		owner: owner.user,
		content,
		fileName: `${name}.${EXTENSIONS[kind]}`,
		contentType: null,
		contentDisposition: undefined,
	};
	owner.world.files.set(fileId, file);
	return fileId;
}

function responses(
	owner: ResultOwner,
	kind: 'audio' | 'text',
	questions: readonly string[],
	random: Random,
): ResponseRecord[] {
	return questions.map((question, index) => ({
		question,
		fileId: addFile(owner, random.uuid(), kind, { source: 'response', question }, `response-${index + 1}`),
	}));
}

function surveyItems(kind: AssessmentKind): SurveyItem[] {
	const comments = { question: 'Anything else you would like to tell us?', answer: '' };
	if (kind === 'writing') return [comments];
	return [{ question: 'How long have you studied the language?', answer: '3–5 years' }, comments];
}

/** What a finished assessment leaves behind: answers and survey. */
export function recordAnswers(record: UserAssessmentRecord, owner: ResultOwner, random: Random): void {
	const { kind } = record.assessment;
	record.openResponses = kind === 'speaking' ? responses(owner, 'audio', SPOKEN_QUESTIONS, random) : [];
	record.writingResponses = kind === 'writing' ? responses(owner, 'text', WRITTEN_QUESTIONS, random) : [];
	record.surveyItems = surveyItems(kind);
}

/** A score in the kind's range and steps (specification, Limits). */
export function drawScore(record: UserAssessmentRecord, random: Random): number {
	return record.assessment.assessmentType === 'TenPoint' ? random.integer(15, 100) / 10 : random.integer(50, 1000);
}

function subScores(score: number, random: Random): SubScores {
	const part = (): { correct: number; total: number } => {
		const total = random.integer(10, 20);
		return { correct: Math.round((total * score) / 1000), total };
	};
	return { reading: part(), grammar: part(), listening: part(), vocabulary: part() };
}

/** What scoring adds. Certificates exist for the TenPoint kind only, placements and sub-scores for ThousandPoint only. */
export function recordScore(record: UserAssessmentRecord, owner: ResultOwner, score: number, random: Random): void {
	record.score = score;
	if (record.assessment.assessmentType === 'ThousandPoint') {
		record.placement = placementOf(score);
		record.subScores = subScores(score, random);
		return;
	}
	record.diagnosticInfo = score < 4 ? ['Background noise in some answers', 'Short answers'] : [];
	record.certificateFileId ??= addFile(
		owner,
		random.uuid(),
		'certificate',
		{ source: 'certificate', userAssessment: record },
		'certificate',
	);
}
