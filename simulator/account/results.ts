import type { FileContent, FileKind, FileRecord } from '../files/fileRecord.ts';
import type { Random } from '../random.ts';
import { LEVELS, type Levels, type SubScores, type SurveyItem } from '../resources/resources.ts';
import type { Account } from './account.ts';
import type { World } from './world.ts';
import type { AssessmentKind, ResponseRecord, UserAssessmentRecord, UserRecord } from './records.ts';

export const NO_LEVELS = Object.fromEntries(LEVELS.map((level) => [level, null])) as Levels;

/** From score, ACTFL, CEFR, TOEFL, IELTS, TOEIC: the bands are the simulator's own. */
const BANDS = [
	[9, 'Superior', 'C2', '28-30', '8.5-9.0', '190-200'],
	[7.5, 'Advanced High', 'C1', '25-27', '7.0-8.0', '180'],
	[6, 'Advanced Low', 'B2', '20-24', '5.5-6.5', '160-170'],
	[4.5, 'Intermediate High', 'B1', '16-19', '4.0-5.0', '120-150'],
	[2.5, 'Intermediate Low', 'A2', '10-15', '3.0-3.5', '90-110'],
	[0, 'Novice Mid', 'A1', '0-9', '0-2.5', '0-80'],
] as const;

/** The levels of a scored TenPoint assessment. Scales of speaking stay null for written assessments. */
export function tenPointLevels(score: number, kind: AssessmentKind): Levels {
	const [, actfl, cefr, toefl, ielts, toeic] = BANDS.find(([from]) => score >= from) ?? BANDS[5];
	const spoken = kind === 'speaking';
	return {
		proficiencyLevelDescription: `Communicates at level ${cefr} on familiar and professional topics.`,
		actflSpeakingLevel: actfl,
		actflDescription: `${actfl}: can narrate, describe and explain accordingly.`,
		cefrSpeakingLevel: cefr,
		cefrDescription: `${cefr} of the Common European Framework of Reference.`,
		toeflSpeakingLevel: spoken ? toefl : null,
		ieltsSpeakingLevel: spoken ? ielts : null,
		toeicSpeakingLevel: spoken ? toeic : null,
	};
}

/** The placement label of a ThousandPoint score, as an account may have configured it. */
function placementOf(score: number): string {
	if (score >= 750) return 'Level 4 – Advanced';
	if (score >= 500) return 'Level 3 – Upper Intermediate';
	if (score >= 250) return 'Level 2 – Intermediate';
	return 'Level 1 – Beginner';
}

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
