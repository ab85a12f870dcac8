import type { Account } from './account.ts';
import type { Random } from '../random.ts';
import type { AssessmentKind, AssessmentRecord, GroupRecord } from './records.ts';

export function addAssessment(account: Account, name: string, kind: AssessmentKind, random: Random): AssessmentRecord {
	const assessment: AssessmentRecord = {
		assessmentId: random.uuid(),
		name,
		assessmentType: kind === 'placement' ? 'ThousandPoint' : 'TenPoint',
		kind,
	};
	account.assessments.set(assessment.assessmentId, assessment);
	return assessment;
}

export function addGroup(account: Account, name: string, random: Random): GroupRecord {
	const group = { groupId: random.uuid(), name };
	account.groups.set(group.groupId, group);
	return group;
}
