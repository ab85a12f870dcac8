import type { JsonObject } from '../../playground/api/json.ts';
import type { Playground } from '../../playground/playground.ts';
import type { ScoreReport } from '../../simulator/index.ts';

/** One operation of the action node as a builder tries it. */
export interface OperationTry {
	readonly name: string;
	readonly resource: string;
	readonly operation: string;
	/** What has to be filled in, or makes more to see. */
	readonly filledIn: JsonObject;
	/** A typical mistake, in words. */
	readonly mistake: string;
	/** What is filled in by mistake; where it is left out, the mistake is in the credentials. */
	readonly mistaken?: JsonObject;
}

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

/** Every operation in the order of the editor's lists, on the account that the simulator begins with. */
export async function operationTries({ simulator: { control } }: Playground): Promise<OperationTry[]> {
	const email = 'candidate001@example.com';
	const { assessments, otherAccount } = await control.state();
	const { scoreReports } = await control.user({ emailAddress: email });
	const reportWith = (isWanted: (report: ScoreReport) => boolean) => scoreReports.find(isWanted);
	const spoken = reportWith(({ openResponses }) => openResponses.length > 0);
	const written = reportWith(({ writingOpenResponses = [] }) => writingOpenResponses.length > 0);
	const user = locator('emailAddress', email);
	return [
		{
			name: 'Assessment: Get Many',
			resource: 'assessment',
			operation: 'getAll',
			filledIn: { limit: 3 },
			mistake: 'a wrong API key',
		},
		{
			name: 'Assignment: Create',
			resource: 'assignment',
			operation: 'create',
			filledIn: { assessmentId: locator('id', assessments[0]?.assessmentId ?? ''), emailAddress: 'ada@example.com' },
			mistake: 'neither address nor identifier',
			mistaken: { assessmentId: locator('id', assessments[0]?.assessmentId ?? '') },
		},
		{
			name: 'Assignment: Get Many',
			resource: 'assignment',
			operation: 'getAll',
			filledIn: { assignedOnOrAfter: '2026-01-01', limit: 3 },
			mistake: 'a date that is none',
			mistaken: { assignedOnOrAfter: '={{ "yesterday" }}' },
		},
		{
			name: 'File: Download All',
			resource: 'file',
			operation: 'downloadAll',
			filledIn: { user, userAssessmentId: locator('id', spoken?.userAssessmentId ?? '') },
			mistake: "somebody else's assessment",
			mistaken: { user, userAssessmentId: locator('id', otherAccount.userAssessmentId) },
		},
		{
			name: 'File: Download Audio',
			resource: 'file',
			operation: 'downloadAudio',
			filledIn: { link: spoken?.openResponses[0]?.responseAudioUrl ?? '' },
			mistake: 'the link is not in the item',
			mistaken: {},
		},
		{
			name: 'File: Download Certificate',
			resource: 'file',
			operation: 'downloadCertificate',
			filledIn: { link: spoken?.certificateUrl ?? '' },
			mistake: 'a link to nothing',
			mistaken: { link: '2020q3/certificate/gone' },
		},
		{
			name: 'File: Download Text',
			resource: 'file',
			operation: 'downloadText',
			filledIn: { link: written?.writingOpenResponses?.[0]?.responseTextUrl ?? '' },
			mistake: "another service's link",
			mistaken: { link: 'https://files.example.com/answer.txt' },
		},
		{
			name: 'Group: Create',
			resource: 'group',
			operation: 'create',
			filledIn: { name: 'Applicants 2026' },
			mistake: 'no name',
			mistaken: {},
		},
		{
			name: 'Group: Get Many',
			resource: 'group',
			operation: 'getAll',
			filledIn: { limit: 3 },
			mistake: 'a limit of nothing',
			mistaken: { limit: '={{ $json.limit }}' },
		},
		{
			name: 'Score: Get',
			resource: 'score',
			operation: 'get',
			filledIn: { user },
			mistake: 'nobody has this address',
			mistaken: { user: locator('emailAddress', 'nobody@example.com') },
		},
		{
			name: 'Score: Get Many',
			resource: 'score',
			operation: 'getAll',
			filledIn: { limit: 3 },
			mistake: 'an assessment that is not in the account',
			mistaken: { filters: { assessmentNames: [otherAccount.assessmentId] } },
		},
		{
			name: 'Sign-In Link: Create',
			resource: 'signInLink',
			operation: 'create',
			filledIn: { user },
			mistake: 'an address where the ID belongs',
			mistaken: { user: locator('userId', email) },
		},
		{
			name: 'Webhook: Create',
			resource: 'webhook',
			operation: 'create',
			filledIn: { url: 'http://127.0.0.1:9/score-events' },
			mistake: 'an address without https://',
			mistaken: { url: 'example.com/score-events' },
		},
		{
			name: 'Webhook: Get',
			resource: 'webhook',
			operation: 'get',
			filledIn: {},
			mistake: 'a wrong API key',
		},
		{
			name: 'Webhook: Send Example Event',
			resource: 'webhook',
			operation: 'sendExample',
			filledIn: {},
			mistake: 'a wrong API key',
		},
		{
			name: 'Webhook: Delete',
			resource: 'webhook',
			operation: 'delete',
			filledIn: {},
			mistake: 'a wrong API key',
		},
	];
}
