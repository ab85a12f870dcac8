import { sendScored } from '../webhook/events.ts';
import { assignment, scoreReport } from '../resources/represent.ts';
import type { ResultOwner } from '../account/results.ts';
import type { ScoreReport } from '../resources/resources.ts';
import { keepPast } from '../account/past.ts';
import type { UserAssessmentRecord } from '../account/records.ts';
import type { Service } from '../service.ts';
import { SimulatorError } from '../simulatorError.ts';
import * as transitions from '../account/transitions.ts';
import { CURRENT_VERSION } from '../http/versions.ts';
import type { SimulatorControl, Step } from './interface.ts';
import { momentOr } from './moments.ts';

type Assessments = Pick<SimulatorControl, 'assign' | 'start' | 'finish' | 'needsReview' | 'score' | 'expire'>;

interface Found {
	record: UserAssessmentRecord;
	owner: ResultOwner;
	at: number;
}

/** What is about to change. */
function find(service: Service, { userAssessmentId, at }: Step): Found {
	const { world } = service;
	const { account } = world;
	const record = account.userAssessments.get(userAssessmentId);
	const user = record && account.users.get(record.userId);
	if (!record || !user) throw new SimulatorError(404, `No user assessment ${userAssessmentId}`);
	const now = service.clock.now();
	keepPast(record, now);
	return { record, owner: { world, account, user }, at: momentOr(at, now) };
}

const DAY = 24 * 60 * 60_000;

/** Moves user assessments through their states. */
export function assessmentControl(service: Service): Assessments {
	const report = (record: UserAssessmentRecord): ScoreReport =>
		scoreReport(record, { version: CURRENT_VERSION, settings: service.settings });

	return {
		assign: async ({ userId, assessmentId, assignedAt, expiresAt }) => {
			const { world } = service;
			const user = world.account.users.get(userId);
			const assessment = world.account.assessments.get(assessmentId);
			if (!user || !assessment) throw new SimulatorError(404, 'No such user or assessment');
			const from = momentOr(assignedAt, service.clock.now());
			const to = momentOr(expiresAt, from + service.settings.assignmentLifetimeDays * DAY);
			const owner = { world, account: world.account, user };
			return report(transitions.assign(assessment, owner, service.random.uuid(), { assignedAt: from, expiresAt: to }));
		},
		start: async (step) => {
			const { record, at } = find(service, step);
			transitions.start(record, at);
			return report(record);
		},
		finish: async (step) => {
			const { record, owner, at } = find(service, step);
			transitions.finish(record, owner, at, service.random);
			return report(record);
		},
		needsReview: async (step) => {
			const { record, at } = find(service, step);
			transitions.needReview(record, at);
			return report(record);
		},
		score: async ({ score, placement, completed, overrides, sendEvent = true, ...step }) => {
			const { record, owner, at } = find(service, step);
			const completedAt = completed === undefined ? undefined : momentOr(completed, at);
			transitions.score(record, owner, at, { score, placement, completedAt, overrides }, service.random);
			const delivery = sendEvent ? sendScored(service, owner.account, owner.user, record) : null;
			return { report: report(record), deliveryId: delivery?.deliveryId ?? null };
		},
		expire: async (step) => {
			const { record, owner, at } = find(service, step);
			transitions.expire(record, at);
			return assignment(owner.user, record, service.settings);
		},
	};
}
