import { type FileKind, FILES, noiseAsWav, textAsPdf } from '../files/files.ts';
import type { Random } from '../random.ts';
import type { ScoreReport, SubScores } from '../../specification/types.d.ts';
import type { Account } from './account.ts';
import type { ResponseRecord, UserAssessmentRecord } from './records.ts';

const NO_LEVELS = {
	proficiencyLevelDescription: null,
	actflSpeakingLevel: null,
	actflDescription: null,
	cefrSpeakingLevel: null,
	cefrDescription: null,
	toeflSpeakingLevel: null,
	ieltsSpeakingLevel: null,
	toeicSpeakingLevel: null,
};
type Levels = Pick<ScoreReport, keyof typeof NO_LEVELS>;

/** Score thresholds and the ACTFL, CEFR, TOEFL, IELTS and TOEIC values. The bands are the simulator's own. */
const BANDS = [
	[9, 'Superior', 'C2', '28-30', '8.5-9.0', '190-200'],
	[7.5, 'Advanced High', 'C1', '25-27', '7.0-8.0', '180'],
	[6, 'Advanced Low', 'B2', '20-24', '5.5-6.5', '160-170'],
	[4.5, 'Intermediate High', 'B1', '16-19', '4.0-5.0', '120-150'],
	[2.5, 'Intermediate Low', 'A2', '10-15', '3.0-3.5', '90-110'],
	[0, 'Novice Mid', 'A1', '0-9', '0-2.5', '0-80'],
] as const;

/** Only for a scored TenPoint assessment. Scales for speaking stay null for written assessments. */
export function levelsOf({ assessment, score, status }: UserAssessmentRecord): Levels {
	if (status !== 'Completed' || assessment.assessmentType !== 'TenPoint') return NO_LEVELS;
	const [, actfl, cefr, toefl, ielts, toeic] = BANDS.find(([from]) => score >= from) ?? BANDS[5];
	const spoken = assessment.kind === 'speaking';
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

/** The placement labels of ThousandPoint, as an account could have configured them. Each covers 250 points. */
const PLACEMENTS = [
	'Level 1 – Beginner',
	'Level 2 – Intermediate',
	'Level 3 – Upper Intermediate',
	'Level 4 – Advanced',
];

const SPOKEN_QUESTIONS = [
	'Describe a place that matters to you.',
	'¿Qué hiciste el fin de semana pasado? – Answer in English.',
	'Compare working from home with working in an office.',
];
const WRITTEN_QUESTIONS = ['Write about a journey you remember.', 'Answer the email from your colleague Zoë.'];
const SURVEY = [
	{ question: 'How long have you studied the language?', answer: '3–5 years' },
	{ question: 'Anything else you would like to tell us?', answer: '' },
];

function addFile(account: Account, kind: FileKind, name: string, body: () => Buffer): string {
	const { contentType, extension } = FILES[kind];
	return account.addFile({ kind, fileName: `${name}.${extension}`, contentType, body });
}

function responses(account: Account, kind: 'audio' | 'text', questions: readonly string[]): ResponseRecord[] {
	return questions.map((question, index) => {
		const seed = account.random.uuid();
		// The text contains characters of one to four UTF-8 bytes.
		const written = `${question}\n\nLa grand-mère est née à Kraków. Она испекла пирог. 祖母は笑った。 😀\n`;
		const body = (): Buffer => (kind === 'audio' ? noiseAsWav(seed) : Buffer.from(written));
		return { question, fileId: addFile(account, kind, `response-${index + 1}`, body) };
	});
}

/** Adds the user's answers and survey to a finished assessment. */
export function recordAnswers(record: UserAssessmentRecord, account: Account): void {
	const { kind } = record.assessment;
	record.openResponses = kind === 'speaking' ? responses(account, 'audio', SPOKEN_QUESTIONS) : [];
	record.writingResponses = kind === 'writing' ? responses(account, 'text', WRITTEN_QUESTIONS) : [];
	record.surveyItems = SURVEY;
}

function subScores(score: number, random: Random): SubScores {
	const part = () => {
		const total = random.integer(10, 20);
		return { correct: Math.round((total * score) / 1000), total };
	};
	return { reading: part(), grammar: part(), listening: part(), vocabulary: part() };
}

/**
 * Adds the fields that come with a score. Only TenPoint has certificates, and only ThousandPoint has placements and sub-scores.
 * @param score random within the kind's range and steps if absent (specification: Limits)
 */
export function recordScore(record: UserAssessmentRecord, account: Account, score?: number): void {
	const { random } = account;
	const { assessment, user, userAssessmentId } = record;
	if (assessment.assessmentType === 'ThousandPoint') {
		record.score = score ?? random.integer(50, 1000);
		record.placement = PLACEMENTS[Math.min(3, Math.floor(record.score / 250))] ?? null;
		record.subScores = subScores(record.score, random);
		return;
	}
	record.score = score ?? random.integer(15, 100) / 10;
	record.diagnosticInfo = record.score < 4 ? ['Background noise in some answers', 'Short answers'] : [];
	record.certificateFileId ??= addFile(account, 'certificate', 'certificate', () =>
		textAsPdf(
			`Certificate ${userAssessmentId}: ${user.givenName} ${user.surname}, ${assessment.name}, Score: ${record.score.toFixed(1)}`,
		),
	);
}
