import { within } from '../api/request/caller';
import { explain } from '../api/request/messages';
import { tryEndpoint, valueOrThrow } from '../api/request/request';
import { isListFresh, SharedReadings } from '../api/request/sharedReadings';
import { visible } from '../api/specification/plainText';
import { type Assessment, idKey, isId } from '../api/specification/values';
import { nameKey, unknownError, unknownNames } from '../shared/filters';
import { idMode, listMode, required, text } from '../shared/parameters/kinds';
import { quoted, UserError } from '../shared/parameters/parameter';
import { LABELS } from '../shared/parameters/scores';
import { type InputItem, isTool } from './operation';

/** For all executions. Lives as long as the process. */
const lists = new SharedReadings<Assessment[]>('listAssessments');

const LABEL = 'Assessment';

export const assessment = required(
	text(LABEL, 'The assessment to invite the person to', {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			listMode('Select an assessment…', 'searchAssessments'),
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. English Speaking',
				hint: "Capitalization, accents, and surrounding spaces don't matter",
			},
			idMode('id', 'an assessment ID', "The 'assessmentId' from Assessment: Get Many"),
		],
	}),
	'Choose one from the list, or enter its name or ID',
);

/** @param hasWanted whether a list that was read before has what the item looks for */
async function assessmentsOf(item: InputItem, hasWanted: (known: Assessment[]) => boolean): Promise<Assessment[]> {
	const read = await lists.get(item, {
		read: async () => await tryEndpoint(item, 'listAssessments'),
		isFresh: (known, ageMs) => isListFresh(hasWanted(known), ageMs),
	});
	return valueOrThrow(item, read);
}

/** @param wanted an ID or a name */
export async function chosenAssessment(item: InputItem, wanted: string, label = LABEL): Promise<Assessment> {
	// IDs and names count in every mode, because n8n's editor switches to By ID when someone enters an expression.
	const isWanted = ({ assessmentId, name }: Assessment) =>
		idKey(assessmentId) === idKey(wanted) || nameKey(name) === nameKey(wanted);
	const all = await assessmentsOf(item, (known) => known.some(isWanted));
	const [found, ...others] = all.filter(isWanted);
	if (found === undefined) throw unknownError([wanted], all, { kind: 'assessment', label });
	if (others.length === 0) return found;
	const ids = [found, ...others].map(({ assessmentId }) => visible(assessmentId)).join(' or ');
	const advice = `Set '${label}' to 'By ID', and enter ${ids}`;
	throw new UserError(`Your account has several assessments called ${quoted(wanted)}`, advice);
}

/** Replaces IDs in a filter with names, because assignments and score reports have only names. */
export async function namesOfAssessments(item: InputItem, listed: readonly string[]): Promise<string[]> {
	const nameOf = async (entry: string) =>
		isId(entry) ? (await chosenAssessment(item, entry, LABELS.assessment)).name : entry;
	return await Promise.all(listed.map(nameOf));
}

/** After a filter by these names has found nothing, adds a hint about those that the account doesn't have. */
export async function noteUnknownNames(item: InputItem, names: readonly string[]): Promise<void> {
	if (names.length === 0) return;
	// This read is only for a hint, so it must not take long or make the item fail.
	const all = await assessmentsOf(within(item, { totalMs: 5_000 }), () => false).catch(() => undefined);
	if (all === undefined) return;
	const unknown = unknownNames(names, all);
	if (unknown.length === 0) return;
	const error = unknownError(unknown, all, { kind: 'assessment' });
	// A model doesn't see hints, and would take the empty list for an answer.
	if (isTool(item.context.getNode())) throw error;
	item.notes.said.add(explain(error));
}
