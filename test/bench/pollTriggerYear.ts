import type { PollOptions, Result } from '../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { NewScores } from '../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import { readCursor, writeCursor } from '../../nodes/EnterpriseAssessmentPollTrigger/storedCursor.ts';
import { windowOf } from '../../nodes/EnterpriseAssessmentPollTrigger/window.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1);
const OPTIONS: PollOptions = {
	lookbackDays: 7,
	emitRescored: false,
	credentialsId: '',
	groupIds: [],
	wants: () => true,
};

export interface YearPlan {
	assessmentsPerDay: number;
	pollEveryHours: number;
	/** Every so many assessments, one is never scored; 0: none. */
	oneStuckIn: number;
}

export interface MonthOfPolling {
	month: number;
	/** What the account has scored by then. */
	history: number;
	emitted: number;
	/** Reports that the last poll of the month read. */
	read: number;
	stateBytes: number;
	/** Mean of the month: reading the state, finding what is new, writing the state, as JSON, ms. */
	pollMs: number;
	/** Mean of the month. */
	daysLookedBack: number;
}

/**
 * A year in virtual time. The service returns unscored reports (the reading with the larger state), one score in ten
 * comes up to five days late.
 */
export function yearOfPolling(plan: YearPlan): MonthOfPolling[] {
	const { assessmentsPerDay, pollEveryHours, oneStuckIn } = plan;
	const interval = DAY / assessmentsPerDay;
	const assessments = Array.from({ length: 365 * assessmentsPerDay }, (_, index) => {
		const completedAt = START + index * interval;
		const stuck = oneStuckIn > 0 && index % oneStuckIn === oneStuckIn - 1;
		const late = index % 10 === 0 ? ((index / 10) % 5) * DAY + HOUR : 60_000;
		return {
			completedAt,
			scoredAt: stuck ? Number.POSITIVE_INFINITY : completedAt + late,
			waiting: reportOf(index, completedAt, 'NeedsReview'),
			scored: reportOf(index, completedAt, 'Completed'),
		};
	});
	const months: MonthOfPolling[] = [];
	let stored = 'null';
	let emitted = 0;
	let polls = 0;
	let spentMs = 0;
	let lookedBack = 0;

	for (let now = START; now <= START + 365 * DAY; now += pollEveryHours * HOUR) {
		const begun = performance.now();
		const state: unknown = JSON.parse(stored) ?? undefined;
		const read = readCursor(state);
		if ('problem' in read) throw new Error(read.problem);
		const window = windowOf(read.cursor, now, OPTIONS);
		lookedBack += (now - window.askFrom) / DAY;
		spentMs += performance.now() - begun;

		const first = Math.max(0, Math.ceil((window.askFrom - START) / interval));
		const beyond = Math.ceil((now - START) / interval);
		const results = assessments
			.slice(first, beyond)
			.map(({ scoredAt, waiting, scored }) => (scoredAt <= now ? scored : waiting));

		const findingBegun = performance.now();
		const newScores = new NewScores(read.cursor, now, OPTIONS, window);
		for (const { user, report } of results) newScores.take(user, report);
		const found = newScores.result();
		stored = JSON.stringify(writeCursor(found.cursor));
		spentMs += performance.now() - findingBegun;
		emitted += found.emitted.length;
		polls += 1;

		const month = Math.floor((now - START) / (365 / 12) / DAY);
		if (month > months.length) {
			const history = assessments.filter(({ scoredAt }) => scoredAt <= now).length;
			months.push({
				month,
				history,
				emitted,
				read: results.length,
				stateBytes: stored.length,
				pollMs: spentMs / polls,
				daysLookedBack: lookedBack / polls,
			});
			polls = 0;
			spentMs = 0;
			lookedBack = 0;
		}
	}
	return months;
}

function reportOf(index: number, completedAt: number, status: string): Result {
	const report = {
		userAssessmentId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		status,
		completed: new Date(completedAt).toISOString(),
		score: status === 'Completed' ? 500 : 0,
		placement: null,
	};
	return { report, user: { userId: String(index), scoreReports: [report] } };
}
