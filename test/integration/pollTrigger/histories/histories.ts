import fc from 'fast-check';

import type { Engine } from './publishedWorkflow.ts';
import { type Assessment, DAY, HOUR, MINUTE, type Reading, SECOND } from './serviceModel.ts';

const START = Date.UTC(2026, 0, 5);

export interface PlannedPoll {
	/** The true time when the poll begins, ms since the epoch. */
	begins: number;
	/** When the service creates the response. */
	answered: number;
	/** How far n8n's clock is ahead, ms. */
	skew: number;
	fate: 'succeeds' | 'failsBefore' | 'failsAfter' | 'killed';
	/** Whether n8n restarts before this poll. Without durable cursors, this is then the poll that n8n makes while it starts. */
	restartBefore: boolean;
	/** Whether the node is renamed and the workflow published before this poll. */
	renameBefore: boolean;
	/** Applies from this poll on. If it differs from the previous poll's, the workflow was published again in between. */
	lookbackDays: number;
}

export interface History {
	reading: Reading;
	engine: Engine;
	emitRescored: boolean;
	serviceSkew: number;
	assessments: Assessment[];
	polls: PlannedPoll[];
}

const skews = fc.integer({ min: -120, max: 120 }).map((seconds) => seconds * SECOND);

const SUCCEEDS = ['succeeds', 'succeeds', 'succeeds'] as const;

function oneIn(count: number): fc.Arbitrary<boolean> {
	return fc.integer({ min: 1, max: count }).map((number) => number === count);
}

/** When people finish. Coarse steps make equal timestamps frequent. */
const finishing = fc.oneof(
	fc.integer({ min: -14, max: 30 }).map((days) => days * DAY),
	fc.integer({ min: -24, max: 24 * 20 }).map((hours) => hours * HOUR),
	fc.integer({ min: -14 * DAY, max: 30 * DAY }),
);

function scoringDelays(lookback: number): fc.Arbitrary<number> {
	return fc.oneof(
		fc.constant(0),
		fc.integer({ min: 0, max: 10 * MINUTE }),
		fc.integer({ min: 0, max: 2 * DAY }),
		fc.integer({ min: -5 * MINUTE, max: 5 * MINUTE }).map((about) => lookback + about),
		fc.integer({ min: 0, max: 25 * DAY }),
	);
}

function assessments(lookback: number): fc.Arbitrary<Assessment[]> {
	const one = fc.record({
		finishing,
		delay: scoringDelays(lookback),
		again: fc.array(fc.record({ after: scoringDelays(lookback), waits: fc.boolean() }), { maxLength: 2 }),
		appearsLate: fc.constantFrom(0, 6 * SECOND, 2 * HOUR),
	});
	return fc.array(one, { minLength: 1, maxLength: 5 }).map((drafts) =>
		drafts.map(({ finishing: at, delay, again, ...rest }, index) => {
			const completedAt = START + Math.floor(at / SECOND) * SECOND;
			const scores: Assessment['scores'] = [{ at: completedAt + Math.max(0, delay), score: 100 }];
			for (const { after, waits } of again) {
				const last = scores.at(-1)?.at ?? completedAt;
				const next = last + Math.max(2, after);
				const waitsFrom = waits ? { waitsFrom: last + Math.floor((next - last) / 2) } : {};
				scores.push({ at: next, score: 100 + scores.length, ...waitsFrom });
			}
			return { id: `assessment-${index}`, completedAt, scores, ...rest };
		}),
	);
}

/** What random polls begin with. Lookback Days change to `change`, unless it's null. */
const drafts = fc.array(
	fc.record({
		gap: fc.oneof(
			fc.integer({ min: 1, max: 5 }).map((minutes) => minutes * MINUTE),
			fc.integer({ min: MINUTE, max: 3 * HOUR }),
			fc.constantFrom(DAY, 12 * HOUR, 3 * DAY, 12 * DAY),
		),
		takes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * MINUTE })),
		skew: skews,
		fate: fc.constantFrom<PlannedPoll['fate']>(...SUCCEEDS, ...SUCCEEDS, 'failsBefore', 'failsAfter', 'killed'),
		restartBefore: oneIn(5),
		isRenamed: oneIn(10),
		change: fc.tuple(oneIn(6), fc.integer({ min: 1, max: 12 })).map(([is, days]) => (is ? days : null)),
	}),
	{ minLength: 2, maxLength: 15 },
);

function polls(engine: Engine, firstLookbackDays: number): fc.Arbitrary<PlannedPoll[]> {
	return drafts.map((all) => {
		let [clock, lookbackDays, hasPolled] = [START, firstLookbackDays, false];
		return all.map(({ gap, takes, isRenamed, change, ...rest }) => {
			const begins = clock + gap;
			clock = begins + takes;
			// Workflows are only changed while the process remembers its last poll, because the node continues from it.
			const isPublished = hasPolled && !rest.restartBefore && rest.fate === 'succeeds';
			hasPolled = rest.fate === 'succeeds' || (hasPolled && !rest.restartBefore && rest.fate !== 'killed');
			const renameBefore = isPublished && isRenamed;
			// With durable cursors, n8n wouldn't save an increase if the poll found nothing, and a restart would lose it.
			if (isPublished && !isRenamed && engine !== 'durable') lookbackDays = change ?? lookbackDays;
			return { begins, answered: clock, renameBefore, lookbackDays, ...rest };
		});
	});
}

/**
 * Random histories. Each ends with two polls that succeed after everything has happened. The last one looks for all waiting
 * reports, because it's in a new quarter of a day and doesn't directly follow a failed poll.
 */
export const histories: fc.Arbitrary<History> = fc
	.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom<Engine>('inMemory', 'database', 'durable', 'always'))
	.chain(([lookbackDays, engine]) =>
		fc.record({
			reading: fc.constantFrom<Reading>('all', 'undated', 'scored'),
			engine: fc.constant(engine),
			emitRescored: fc.boolean(),
			serviceSkew: skews,
			assessments: assessments(lookbackDays * DAY),
			polls: polls(engine, lookbackDays),
		}),
	)
	.map((history) => {
		const changes = history.assessments.flatMap(({ scores, appearsLate }) => scores.map(({ at }) => at + appearsLate));
		const end = Math.max(...changes, ...history.polls.map(({ answered }) => answered)) + 6 * HOUR;
		const { lookbackDays } = history.polls.at(-1) ?? { lookbackDays: 1 };
		const last = { lookbackDays, skew: 0, restartBefore: false, renameBefore: false, fate: 'succeeds' as const };
		const ends = [end, end + 6 * HOUR].map((time) => ({ ...last, begins: time, answered: time }));
		return { ...history, polls: [...history.polls, ...ends] };
	});
