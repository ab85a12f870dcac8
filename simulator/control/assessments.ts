import { keepAbsence, keepPast, type UserAssessmentRecord } from '../account/records.ts';
import type { ResultOwner } from '../account/results.ts';
import * as transitions from '../account/transitions.ts';
import { CURRENT_VERSION } from '../versions.ts';
import { scoreReport } from '../resources/represent.ts';
import type { ScoreReport } from '../resources/resources.ts';
import type { Service } from '../service.ts';
import { ServiceError } from '../serviceError.ts';
import { sendScored } from '../webhook/events.ts';
import type { NewAssignment, Scored, Scoring, Step } from './interface.ts';
import { momentOr } from './moments.ts';

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
	if (!record || !user) throw new ServiceError(404, `No user assessment ${userAssessmentId}`);
	return { record, owner: { world, account, user }, at: momentOr(at, clock.now()) };
}

/** A step of one user assessment, which is undone when it turns out to be impossible. People who finish return to their `returnUrl`. */
function change(service: Service, step: Step, move: (found: Found) => void): UserAssessmentRecord {
	const found = find(service, step);
	const { record } = found;
	const before = { ...record };
	keepPast(record, service.clock.now());
	try {
		move(found);
		transitions.checkPossible(record);
	} catch (error) {
		Object.assign(record, before);
		throw error;
	}
	if (before.completedAt === null && record.completedAt !== null) service.returnVisits.visit(record);
	return record;
}

/** Moves user assessments through their states. */
export const assessments = {
	/** Assigns without a request to the API; no sign-in link. */
	assign(service: Service, { userId, assessmentId, assignedAt, expiresAt }: NewAssignment): ScoreReport {
		const { clock, random, world } = service;
		const user = world.account.users.get(userId);
		const assessment = world.account.assessments.get(assessmentId);
		if (!user || !assessment) throw new ServiceError(404, 'No such user or assessment');
		if (user.administrator) throw new ServiceError(409, 'Nothing can be assigned to an administrator');
		const from = momentOr(assignedAt, clock.now());
		const times = { assignedAt: from, expiresAt: momentOr(expiresAt, from + transitions.LIFETIME_MS) };
		const owner = { world, account: world.account, user };
		const record = transitions.assign(assessment, owner, random.uuid(), times);
		keepAbsence(record, clock.now());
		return report(record, service);
	},
	start(service: Service, step: Step): ScoreReport {
		const record = change(service, step, ({ record: own, at }) => transitions.start(own, at));
		return report(record, service);
	},
	finish(service: Service, step: Step): ScoreReport {
		const { random } = service;
		const record = change(service, step, ({ record: own, owner, at }) => transitions.finish(own, owner, at, random));
		return report(record, service);
	},
	needsReview(service: Service, step: Step): ScoreReport {
		const record = change(service, step, ({ record: own, at }) => transitions.needReview(own, at));
		return report(record, service);
	},
	/** From any state; again with other values for a re-score. */
	score(service: Service, scoring: Scoring): Scored {
		const { score, completed, overrides, sendEvent = true } = scoring;
		const record = change(service, scoring, ({ record: own, owner, at }) => {
			const completedAt = completed === undefined ? undefined : momentOr(completed, at);
			transitions.score(own, owner, at, { score, completedAt, overrides }, service.random);
		});
		const { owner } = find(service, scoring);
		const delivery = sendEvent ? sendScored(service, owner.account, owner.user, record) : null;
		return { report: report(record, service), deliveryId: delivery?.deliveryId ?? null };
	},
	expire(service: Service, step: Step): ScoreReport {
		const record = change(service, step, ({ record: own, at }) => (own.expiresAt = at));
		return report(record, service);
	},
};
