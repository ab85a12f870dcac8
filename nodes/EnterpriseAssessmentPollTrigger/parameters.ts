import { collection, flag, notice, number } from '../shared/parameters/kinds';
import { assessmentNames, assessmentTypes, groups, simplify } from '../shared/parameters/scores';

export const PARAMETERS = {
	newScoresNotice: notice(
		"Each check that finds new scores starts the workflow once, with one item per score. Make this the workflow's only trigger.",
	),
	simplify: simplify('scored'),
	filters: collection(
		'filters',
		{ assessmentNames: assessmentNames('trigger'), assessmentTypes, groupIds: groups() },
		{ description: 'Which scores start the workflow. Without a filter, all do.' },
	),
	options: collection('options', {
		emitRescored: flag(
			'Include Changed Scores',
			false,
			"Whether to return a score again if its value, placement, or completion time changes within Lookback Days after the person finishes. It gets a new 'eventId'.",
		),
		lookbackDays: number(
			'Lookback Days',
			'How many days to keep looking for a score after the person finishes the assessment. Increase this if your scores take longer to arrive. Each check reads at least this many days of scores.',
			{ default: 7, least: 1, most: 3650 },
		),
	}),
};
