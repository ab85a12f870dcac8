import { keepPast, type UserAssessmentRecord } from '../account/records.ts';
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

type Move = (record: UserAssessmentRecord, at: number) => void;

function find({ account }: Service, { userAssessmentId }: Step): UserAssessmentRecord {
	const record = account.userAssessments.get(userAssessmentId);
	if (!record) throw new ServiceError(404, `No user assessment ${userAssessmentId}`);
	return record;
}

/** A step of one user assessment, which is undone when it turns out to be impossible. People who finish return to their `returnUrl`. */
function change(service: Service, step: Step, move: Move): UserAssessmentRecord {
	const record = find(service, step);
	const at = momentOr(step.at, service.clock.now());
	const before = { ...record };
	keepPast(record, service.clock.now());
	try {
		move(record, at);
		transitions.checkPossible(record);
	} catch (error) {
		Object.assign(record, before);
		throw error;
	}
	if (before.completedAt === null && record.completedAt !== null) service.deliveries.visit(record);
	return record;
}

/** Moves user assessments through their states. */
export const assessments = {
	/** Assigns without a request to the API; no sign-in link. */
	assign(service: Service, { userId, assessmentId, assignedAt, expiresAt }: NewAssignment): ScoreReport {
		const { account, clock } = service;
		const user = account.users.get(userId);
		const assessment = account.assessments.get(assessmentId);
		if (!user || !assessment) throw new ServiceError(404, 'No such user or assessment');
		if (user.administrator) throw new ServiceError(409, 'Nothing can be assigned to an administrator');
		const from = momentOr(assignedAt, clock.now());
		const until = expiresAt === undefined ? undefined : momentOr(expiresAt, from);
		return report(transitions.assign(account, user, assessment, from, until), service);
	},
	start(service: Service, step: Step): ScoreReport {
		const record = change(service, step, transitions.start);
		return report(record, service);
	},
	finish(service: Service, step: Step): ScoreReport {
		const record = change(service, step, (own, at) => transitions.finish(own, service.account, at));
		return report(record, service);
	},
	needsReview(service: Service, step: Step): ScoreReport {
		const record = change(service, step, transitions.needReview);
		return report(record, service);
	},
	/** From any state; again with other values for a re-score. */
	score(service: Service, scoring: Scoring): Scored {
		const { score, completed, overrides, sendEvent = true } = scoring;
		const record = change(service, scoring, (own, at) => {
			const completedAt = completed === undefined ? undefined : momentOr(completed, at);
			transitions.score(own, service.account, at, { score, completedAt, overrides });
		});
		const delivery = sendEvent ? sendScored(service, record) : null;
		return { report: report(record, service), deliveryId: delivery?.deliveryId ?? null };
	},
	expire(service: Service, step: Step): ScoreReport {
		const record = change(service, step, (own, at) => (own.expiresAt = at));
		return report(record, service);
	},
};
