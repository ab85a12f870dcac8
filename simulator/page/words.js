/** How the page puts things. */

/** @import { ControlledUser } from '../control/interface.ts' */
/** @import { ScoreReport } from '../shapes.ts' */

/** Units of time in seconds, from large to small. */
const UNITS = /** @type {const} */ ({ day: 86_400, hour: 3600, minute: 60, second: 1 });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** "3 days ago", "in 2 minutes", "now". @type {(at: string, now: number) => string} */
export function relativeTime(at, now) {
	const seconds = (Date.parse(at) - now) / 1000;
	const unit = /** @type {Array<keyof UNITS>} */ (Object.keys(UNITS)).find((name) => Math.abs(seconds) >= UNITS[name]);
	return unit === undefined ? 'now' : RELATIVE.format(Math.trunc(seconds / UNITS[unit]), unit);
}

/** @param {number | string} at */
export const timeOfDay = (at) => new Date(at).toLocaleTimeString('en-GB');

const SCALES = { TenPoint: { max: 10, step: 0.1 }, ThousandPoint: { max: 1000, step: 1 } };

/** What may be given as a score. @param {ScoreReport} report a test may have put anything into it */
export const scaleOf = ({ assessmentType }) => SCALES[assessmentType] ?? SCALES.ThousandPoint;

/** @param {Partial<ControlledUser>} user */
export const nameOf = ({ givenName, surname, email, uniqueIdentifier, userId }) =>
	`${givenName ?? ''} ${surname ?? ''}`.trim() || email || uniqueIdentifier || userId;

/** Score and level, once there is a score. @param {ScoreReport} report */
export function resultOf(report) {
	if (report.status !== 'Completed') return '';
	const level = report.cefrSpeakingLevel ?? report.placement;
	return [`${report.score} of ${scaleOf(report).max}`, level].filter(Boolean).join(' · ');
}
