import fc from 'fast-check';

import type { Engine } from './publishedWorkflow.ts';
import { DAY, HOUR, MINUTE, SECOND } from './serviceModel.ts';
import type { Assessment, Reading } from './serviceModel.ts';

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

interface DraftOfPoll extends Omit<PlannedPoll, 'lookbackDays'> {
	/** The new Lookback Days from this poll on, or null for no change. */
	change: number | null;
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

const polls = fc
	.array(
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
			renameBefore: oneIn(10),
			change: fc.tuple(oneIn(6), fc.integer({ min: 1, max: 12 })).map(([is, days]) => (is ? days : null)),
		}),
		{ minLength: 2, maxLength: 15 },
	)
	.map((drafts) => {
		let clock = START;
		let hasPolled = false;
		return drafts.map(({ gap, takes, renameBefore, change, ...rest }): DraftOfPoll => {
			const begins = clock + gap;
			clock = begins + takes;
			// Workflows are only changed while the process remembers its last poll, because the node continues from it.
			const isPublished = hasPolled && !rest.restartBefore && rest.fate === 'succeeds';
			hasPolled = rest.fate === 'succeeds' || (hasPolled && !rest.restartBefore && rest.fate !== 'killed');
			return {
				begins,
				answered: clock,
				renameBefore: isPublished && renameBefore,
				change: isPublished && !renameBefore ? change : null,
				...rest,
			};
		});
	});

/**
 * Adds to each poll the Lookback Days that apply to it. With durable cursors, they never change, because n8n wouldn't save an
 * increase if the poll found nothing, and a restart would lose it.
 */
function withLookback(drafts: DraftOfPoll[], lookbackDays: number, engine: Engine): PlannedPoll[] {
	let current = lookbackDays;
	return drafts.map(({ change, ...poll }) => {
		if (engine !== 'durable') current = change ?? current;
		return { ...poll, lookbackDays: current };
	});
}

/**
 * Random histories. Each ends with two polls that succeed after everything has happened. The last one looks for all waiting
 * reports, because it's in a new quarter of a day and doesn't directly follow a failed poll.
 */
export const histories: fc.Arbitrary<History> = fc.integer({ min: 1, max: 9 }).chain((lookbackDays) =>
	fc
		.record({
			reading: fc.constantFrom<Reading>('all', 'undated', 'scored'),
			engine: fc.constantFrom<Engine>('inMemory', 'database', 'durable', 'always'),
			emitRescored: fc.boolean(),
			serviceSkew: skews,
			assessments: assessments(lookbackDays * DAY),
			polls,
		})
		.map((history) => {
			const happenings = history.assessments.flatMap(({ scores, appearsLate }) =>
				scores.map(({ at }) => at + appearsLate),
			);
			const end = Math.max(...happenings, ...history.polls.map(({ answered }) => answered)) + 6 * HOUR;
			const last = { skew: 0, restartBefore: false, renameBefore: false, change: null, fate: 'succeeds' as const };
			const ends = [end, end + 6 * HOUR].map((time) => ({ ...last, begins: time, answered: time }));
			const drafts = [...history.polls, ...ends];
			return { ...history, polls: withLookback(drafts, lookbackDays, history.engine) };
		}),
);

/** A history of one assessment, which a person finishes at `completedAt`, with a poll at each time. Times are ms since the start. */
function example(
	completedAt: number,
	scores: Assessment['scores'],
	planned: Array<Partial<PlannedPoll> & { begins: number }>,
): History {
	const usual = { skew: 0, fate: 'succeeds' as const, restartBefore: false, renameBefore: false, lookbackDays: 1 };
	const fromStart = scores.map(({ at, waitsFrom, ...score }) => ({
		...score,
		at: START + at,
		...(waitsFrom === undefined ? {} : { waitsFrom: START + waitsFrom }),
	}));
	return {
		...{ reading: 'all', engine: 'always', emitRescored: false, serviceSkew: 0 },
		assessments: [{ id: 'example', appearsLate: 0, completedAt: START + completedAt, scores: fromStart }],
		polls: planned.map(({ begins, ...poll }) => {
			const time = START + begins;
			return { ...usual, begins: time, answered: time, ...poll };
		}),
	};
}

/** Histories that random ones rarely contain. */
export const EXAMPLES: readonly History[] = [
	// The first poll sees a score that was completed up to ten minutes before Lookback Days.
	example(
		-5 * MINUTE,
		[
			{ at: 0, score: 100 },
			{ at: DAY + 3 * HOUR, score: 101, waitsFrom: DAY + HOUR },
		],
		[{ begins: DAY }, { begins: DAY + 2 * HOUR, lookbackDays: 2 }, { begins: DAY + 4 * HOUR, lookbackDays: 2 }],
	),
	// A poll looks for the report after 90 days, and then no longer.
	example(
		0,
		[{ at: 100 * DAY, score: 100 }],
		[0, 12, 99, 101].map((days) => ({ begins: days * DAY + HOUR })),
	),
	// The service is away on the ninetieth day. The first poll after that doesn't look far.
	example(
		0,
		[{ at: 90 * DAY, score: 100 }],
		[
			...[HOUR, 80 * DAY].map((begins) => ({ begins })),
			{ begins: 90 * DAY, fate: 'failsBefore' },
			...[MINUTE, 2 * MINUTE, 7 * HOUR].map((after) => ({ begins: 97 * DAY + after })),
		],
	),
];
