import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS, isSuccessStatus } from '../specification/endpoints';
import type { ResponseCheck } from '../specification/responses';
import type { Failure, Telling } from './failure';
import { describeFailure, describeUnreadable } from './failure';
import type { Outcome } from './outcome';
import { isInDoubt, isOver, isTemporary } from './outcome';

/** What came of a request in the end: the checked body, or why there is none. */
export type Result<T> = { value: T } | Failed;

export interface Failed {
	/** What the user reads. */
	failure: Failure;
	/** The service's status; undefined when no answer came. */
	status: number | undefined;
	/** Whether the service may have carried out a request that must not be sent again blindly. */
	inDoubt: boolean;
	/** Whether the same request may go otherwise in a while: no answer came, or none that says anything about the request. */
	temporary: boolean;
	/** Whether the service is done with it, whatever it did. */
	isOver?: boolean;
}

/**
 * Judges what became of a request. An answer that can't be read says no more than none: what must not be repeated is in
 * doubt then.
 *
 * @param check is given the body of a success, undefined for 204
 */
export function judge<T>(
	endpoint: EndpointName,
	outcome: Outcome,
	check: ResponseCheck<T>,
	telling: Telling,
): Result<T> {
	const mustNotRepeat = !ENDPOINTS[endpoint].repeatable;
	if (outcome.kind !== 'answered' || !isSuccessStatus(endpoint, outcome.status)) {
		return {
			failure: describeFailure(endpoint, outcome, telling),
			status: outcome.kind === 'answered' ? outcome.status : undefined,
			inDoubt: mustNotRepeat && isInDoubt(outcome),
			temporary: isTemporary(outcome),
			isOver: isOver(outcome),
		};
	}
	const { status } = outcome;
	const checked = check(status === 204 ? undefined : outcome.body);
	if ('value' in checked) return checked;
	const failure = describeUnreadable(endpoint, checked.problem, telling);
	return { failure, status, inDoubt: mustNotRepeat, temporary: true };
}
