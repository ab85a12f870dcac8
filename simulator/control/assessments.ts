import { keepPast, type UserAssessmentRecord } from '../account/records.ts';
import * as transitions from '../account/transitions.ts';
import { CURRENT_VERSION } from '../versions.ts';
import { scoreReport } from '../resources/represent.ts';
import type { ScoreReport } from '../../specification/types.d.ts';
import type { Service } from '../service.ts';
import { ServiceError } from '../serviceError.ts';
import { sendScored } from '../webhook/events.ts';
import type { NewAssignment, Scoring, Step } from './interface.ts';

const report = (record: UserAssessmentRecord, { settings }: Service): ScoreReport =>
	scoreReport(record, { version: CURRENT_VERSION, settings });

type Move = (record: UserAssessmentRecord, at: number) => void;

function find({ account }: Service, { userAssessmentId }: Step): UserAssessmentRecord {
	const record = account.userAssessments.get(userAssessmentId);
	if (!record) throw new ServiceError(404, `There is no user assessment ${userAssessmentId}`);
	return record;
}

/** Changes one user assessment, unless the result would be impossible. Visits the `returnUrl` of people who finish. */
function change(service: Service, step: Step, move: Move): ScoreReport {
	const record = find(service, step);
	const before = { ...record };
	keepPast(record, service.clock.now());
	try {
		move(record, step.at ?? service.clock.now());
		transitions.checkPossible(record);
		const { completedAt } = record;
		if (
			before.status === 'InProgress' &&
			completedAt !== null &&
			transitions.hasExpired(before, completedAt, service.settings)
		) {
			throw new ServiceError(409, "An assessment can't be finished after it has expired");
		}
	} catch (error) {
		Object.assign(record, before);
		throw error;
	}
	if (before.completedAt === null && record.completedAt !== null) service.deliveries.visit(record);
	return report(record, service);
}

/** Moves user assessments through their states. */
export const assessments = {
	/** Assigns without an API request, and doesn't create a sign-in link. */
	assign(service: Service, { userId, assessmentId, assignedAt, expiresAt }: NewAssignment): ScoreReport {
		const { account, clock } = service;
		const user = account.users.get(userId);
		const assessment = account.assessments.get(assessmentId);
		if (!user || !assessment) throw new ServiceError(404, 'There is no such user or assessment');
		if (user.administrator) throw new ServiceError(409, "An administrator can't be assigned anything");
		const from = assignedAt ?? clock.now();
		return report(transitions.assign(account, user, assessment, from, expiresAt), service);
	},
	/** As in the admin dashboard. Its links are gone, too. */
	deleteAssignment(service: Service, step: Pick<Step, 'userAssessmentId'>): void {
		const record = find(service, step);
		const { userAssessments, signInLinks } = service.account;
		userAssessments.delete(record.userAssessmentId);
		record.user.userAssessments = record.user.userAssessments.filter((one) => one !== record);
		for (const [token, { userAssessment }] of signInLinks) if (userAssessment === record) signInLinks.delete(token);
	},
	start: (service: Service, step: Step): ScoreReport => change(service, step, transitions.start),
	finish: (service: Service, step: Step): ScoreReport =>
		change(service, step, (record, at) => transitions.finish(record, service.account, at)),
	needsReview: (service: Service, step: Step): ScoreReport => change(service, step, transitions.needReview),
	/** Works from any state. Calling it again with other values is a re-score. `deliveryId` is null if no event was sent. */
	score(service: Service, scoring: Scoring) {
		const scored = change(service, scoring, (record, at) => transitions.score(record, service.account, at, scoring));
		const { sendEvent = true } = scoring;
		const delivery = sendEvent ? sendScored(service, find(service, scoring)) : null;
		return { report: scored, deliveryId: delivery?.deliveryId ?? null };
	},
	expire: (service: Service, step: Step): ScoreReport => change(service, step, (record, at) => (record.expiresAt = at)),
};
