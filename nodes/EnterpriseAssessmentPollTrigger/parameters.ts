import { collection, flag, notice, number, unlessEmpty } from '../shared/parameters/kinds';
import { ParameterError } from '../shared/parameters/parameter';
import {
	assessmentNamesOfTrigger,
	assessmentTypes,
	groupsFilter as groupIds,
	simplifyScored,
} from '../shared/parameters/scores';

const MAX_LOOKBACK_DAYS = 3650;

export const PARAMETERS = {
	newScoresNotice: notice(
		'Each check that finds new scores starts the workflow once, with one item per score. Use only one trigger in this workflow, because n8n can mix up the saved state of several triggers.',
	),
	simplify: simplifyScored,
	filters: collection(
		'filters',
		{ assessmentNames: assessmentNamesOfTrigger, assessmentTypes, groupIds },
		{ description: 'Which scores start the workflow. Without a filter, all do.' },
	),
	options: collection('options', {
		emitRescored: flag(
			'Include Changed Scores',
			false,
			"Whether to return a score again if it changes. It gets a new 'eventId'.",
		),
		lookbackDays: unlessEmpty(
			number(
				{
					displayName: 'Lookback Days',
					default: 7,
					least: 1,
					most: MAX_LOOKBACK_DAYS,
					description:
						'How many days to keep looking for a score after the person finishes the assessment. Increase this if your scores take longer to arrive. Each check reads this many days of scores.',
				},
				() => new ParameterError(`The option 'Lookback Days' must be a number from 1 to ${MAX_LOOKBACK_DAYS}`, ''),
			),
		),
	}),
};
