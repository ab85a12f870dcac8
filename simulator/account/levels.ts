import type { AssessmentKind } from './records.ts';
import type { Levels } from '../resources/resources.ts';

export const NO_LEVELS: Levels = {
	proficiencyLevelDescription: null,
	actflSpeakingLevel: null,
	actflDescription: null,
	cefrSpeakingLevel: null,
	cefrDescription: null,
	toeflSpeakingLevel: null,
	ieltsSpeakingLevel: null,
	toeicSpeakingLevel: null,
};

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
export function placementOf(score: number): string {
	if (score >= 750) return 'Level 4 – Advanced';
	if (score >= 500) return 'Level 3 – Upper Intermediate';
	if (score >= 250) return 'Level 2 – Intermediate';
	return 'Level 1 – Beginner';
}
