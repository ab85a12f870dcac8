import { sendScored } from '../webhook/events.ts';
import { assignment, scoreReport } from '../resources/represent.ts';
import { keepAbsence, keepPast } from '../account/past.ts';
import type { ResultOwner } from '../account/results.ts';
import type { ScoreReport } from '../resources/resources.ts';
import type { UserAssessmentRecord } from '../account/records.ts';
import type { Service } from '../service.ts';
import { SimulatorError } from '../simulatorError.ts';
import * as transitions from '../account/transitions.ts';
import { CURRENT_VERSION } from '../http/versions.ts';
import type { NewAssignment, Scored, Scoring, Step } from './interface.ts';
import { post } from './method.ts';
import { momentOr } from './moments.ts';
import { anyObject, flag, moment, nullable, text } from './schemas.ts';

const DAY = 24 * 60 * 60_000;

const report = (record: UserAssessmentRecord, { settings }: Service): ScoreReport =>
	scoreReport(record, { version: CURRENT_VERSION, settings });

interface Found {
	record: UserAssessmentRecord;
	owner: ResultOwner;
	at: number;
}

function find({ world, clock }: Service, { userAssessmentId, at }: Step): Found {
	const { account } = world;
	const record = account.userAssessments.get(userAssessmentId);
	const user = record && account.users.get(record.userId);
	if (!record || !user) throw new SimulatorError(404, `No user assessment ${userAssessmentId}`);
	return { record, owner: { world, account, user }, at: momentOr(at, clock.now()) };
}

/** A step of one user assessment, which is undone when it turns out to be impossible. */
export function changeAssessment(service: Service, step: Step, move: (found: Found) => void): UserAssessmentRecord {
	const found = find(service, step);
	const { record } = found;
	const before = { ...record };
	keepPast(record, service.clock.now());
	try {
		move(found);
		if (!step.force) transitions.checkPossible(record);
	} catch (error) {
		Object.assign(record, before);
		throw error;
	}
	return record;
}

/** The step as somebody else than the person's own browser takes it: who finishes is sent to their `returnUrl`. */
function change(service: Service, step: Step, move: (found: Found) => void): UserAssessmentRecord {
	const unfinished = find(service, step).record.completedAt === null;
	const record = changeAssessment(service, step, move);
	if (unfinished && record.completedAt !== null) service.returnVisits.visit(record);
	return record;
}

function assign(service: Service, { userId, assessmentId, assignedAt, expiresAt, force }: NewAssignment): ScoreReport {
	const { clock, random, settings, world } = service;
	const user = world.account.users.get(userId);
	const assessment = world.account.assessments.get(assessmentId);
	if (!user || !assessment) throw new SimulatorError(404, 'No such user or assessment');
	if (user.administrator && !force) throw new SimulatorError(409, 'Nothing can be assigned to an administrator');
	const from = momentOr(assignedAt, clock.now());
	const to = momentOr(expiresAt, from + settings.assignmentLifetimeDays * DAY);
	const owner = { world, account: world.account, user };
	const record = transitions.assign(assessment, owner, random.uuid(), { assignedAt: from, expiresAt: to });
	keepAbsence(record, clock.now());
	return report(record, service);
}

function score(service: Service, scoring: Scoring): Scored {
	const { score: points, placement, completed, overrides, sendEvent = true } = scoring;
	const record = change(service, scoring, ({ record: scored, owner, at }) => {
		const completedAt = completed === undefined ? undefined : momentOr(completed, at);
		transitions.score(scored, owner, at, { score: points, placement, completedAt, overrides }, service.random);
	});
	const { owner } = find(service, scoring);
	const delivery = sendEvent ? sendScored(service, owner.account, owner.user, record) : null;
	return { report: report(record, service), deliveryId: delivery?.deliveryId ?? null };
}

const step = { userAssessmentId: text, at: moment, force: flag };

/** Moves user assessments through their states. */
export const assessments = {
	/** Assigns without a request to the API; no sign-in link. */
	assign: post(
		'/assignments',
		assign,
		{ userId: text, assessmentId: text, assignedAt: moment, expiresAt: moment, force: flag },
		['userId', 'assessmentId'],
	),
	start: post(
		'/assignments/start',
		(service, input: Step) =>
			report(
				change(service, input, ({ record, at }) => transitions.start(record, at)),
				service,
			),
		step,
		['userAssessmentId'],
	),
	finish: post(
		'/assignments/finish',
		(service, input: Step) =>
			report(
				change(service, input, ({ record, owner, at }) => transitions.finish(record, owner, at, service.random)),
				service,
			),
		step,
		['userAssessmentId'],
	),
	needsReview: post(
		'/assignments/needs-review',
		(service, input: Step) =>
			report(
				change(service, input, ({ record, at }) => transitions.needReview(record, at)),
				service,
			),
		step,
		['userAssessmentId'],
	),
	/** From any state; again with other values for a re-score. */
	score: post(
		'/assignments/score',
		score,
		{
			...step,
			score: { type: 'number' },
			placement: nullable(text),
			completed: moment,
			overrides: anyObject,
			sendEvent: flag,
		},
		['userAssessmentId'],
	),
	expire: post(
		'/assignments/expire',
		(service, input: Step) => {
			const record = change(service, input, ({ record: expiring, at }) => transitions.expire(expiring, at));
			return assignment(find(service, input).owner.user, record, service.settings);
		},
		step,
		['userAssessmentId'],
	),
};
