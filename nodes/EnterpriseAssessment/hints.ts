import type { NodeExecutionHint } from 'n8n-workflow';

import { plainText } from '../api/specification/plainText';

export const FINISHED_COUNTS_LABEL = 'Skip People Who Finished Within (Days)';

export type ListOf = 'assessments' | 'assignments' | 'groups' | 'scores' | 'users';

/** The result of one item's invitation. */
export interface InvitationNote {
	assessmentName: string;
	/** A new assignment, with or without a reusable link, or an existing one, open or finished. */
	kind: 'new' | 'newWithoutLink' | 'open' | 'finished';
	finishedCountsForDays: number;
	/** Whether the person was to be added to groups, which only happens with a new assignment. */
	hasGroups: boolean;
}

/** Collects the hints of an execution from its input items. */
export class ExecutionNotes {
	#shown = 0;
	#total = 0;
	#listOf: ListOf = 'scores';
	#withoutReports = 0;
	#found = 0;
	#notFound = 0;
	#nameless = 0;
	#withoutAddress = 0;
	#advice: string | undefined;
	readonly #invitations: InvitationNote[] = [];
	readonly #said = new Set<string>();

	/** @param total how many there were before 'Limit' cut the list */
	listed(listOf: ListOf, shown: number, total: number): void {
		this.#listOf = listOf;
		this.#shown += shown;
		this.#total += total;
	}

	/** Counts a user who exists but doesn't have an output item. */
	userWithoutReports(): void {
		this.#withoutReports += 1;
	}

	/** Adds a hint, only once even if several items cause it. */
	say(message: string): void {
		this.#said.add(message);
	}

	invited(note: InvitationNote): void {
		this.#invitations.push(note);
	}

	/** Counts an invited person whose row lacks what the parameters read from it. */
	missing({
		isNameless,
		isWithoutAddress,
		advice,
	}: {
		isNameless: boolean;
		isWithoutAddress: boolean;
		advice: string;
	}) {
		if (isNameless) this.#nameless += 1;
		if (isWithoutAddress) this.#withoutAddress += 1;
		this.#advice ??= advice;
	}

	/** Counts a user who isn't in the account and is left out. */
	notFound(): void {
		this.#notFound += 1;
	}

	/** Counts a user who is in the account. */
	found(): void {
		this.#found += 1;
	}

	hints(): NodeExecutionHint[] {
		const messages = [...this.#said];
		if (this.#total > this.#shown) {
			messages.push(
				`Showing ${this.#shown} of ${this.#total} ${this.#listOf}. Turn on 'Return All' or increase 'Limit' to get more.`,
			);
		}
		if (this.#withoutReports > 0) {
			const users = this.#withoutReports === 1 ? 'One user has' : `${this.#withoutReports} users have`;
			messages.push(`${users} no score reports, so there's no output for them. Set 'Output' to 'Users' to see them.`);
		}
		if (this.#notFound > 0) {
			messages.push(
				`${this.#notFound} of ${this.#notFound + this.#found} users weren't found in your account, so there's no output for them.`,
			);
		}
		messages.push(...invitationHints(this.#invitations), ...this.#missingHints());
		return messages.map((message) => ({ message, type: 'info', location: 'outputPane' }));
	}

	/** What a list lacks, and can't be added later. */
	#missingHints(): string[] {
		const count = this.#invitations.length;
		return [
			...(this.#nameless > 0 && this.#nameless === count
				? [`No one in this run has a name, although 'Given Name' or 'Surname' reads it from the item. ${this.#advice}.`]
				: []),
			...(this.#withoutAddress > 0
				? [
						`${this.#withoutAddress} of ${count} people were created without an email address, although 'Email Address' reads it from the item. ${this.#advice}.`,
					]
				: []),
		];
	}
}

const FILTER_ADVICE =
	"To email only new invitations, add a Filter node that keeps the items where 'singleAssessmentSignInUrl' is not empty.";

const ONE_TIME_LINK =
	"use Sign-In Link: Create and redirect them to its link. It works once and expires after 5 minutes, so don't email it.";

type Notes = readonly InvitationNote[];

/** A hint's text about people without a reusable link. */
const HINTS = {
	open: (notes: Notes) =>
		`already ${ofOne(notes, 'has', 'have')} an open assignment for ${assessmentOf(notes)}, so 'singleAssessmentSignInUrl' is empty.${notInGroups(notes)} If they ask for a link that you haven't stored, ${ONE_TIME_LINK}`,
	finished: (notes: Notes) =>
		`finished ${assessmentOf(notes)} ${when(notes)} and ${ofOne(notes, "wasn't", "weren't")} invited again.${notInGroups(notes)} To invite them too, set '${FINISHED_COUNTS_LABEL}' to 0.`,
	newWithoutLink: (notes: Notes) =>
		`${ofOne(notes, 'was', 'were')} assigned ${assessmentOf(notes)}, but the service didn't return a reusable link ('singleAssessmentSignInUrl'). To let them start, ${ONE_TIME_LINK}`,
};

export function invitationHints(notes: Notes): string[] {
	const hints = (['open', 'finished', 'newWithoutLink'] as const).flatMap((kind) => {
		const those = notes.filter((note) => note.kind === kind);
		const people = notes.length === 1 ? 'The person' : `${those.length} of ${notes.length} people`;
		return those.length === 0 ? [] : [`${people} ${HINTS[kind](those)}`];
	});
	return hints.map((hint, index) => (index === hints.length - 1 ? `${hint} ${FILTER_ADVICE}` : hint));
}

function ofOne({ length }: Notes, one: string, several: string): string {
	return length === 1 ? one : several;
}

function notInGroups(notes: Notes): string {
	return notes.some(({ hasGroups }) => hasGroups) ? " They weren't added to the groups." : '';
}

function assessmentOf(notes: Notes): string {
	const [name, ...others] = new Set(notes.map(({ assessmentName }) => assessmentName));
	return others.length === 0 ? `'${plainText(name ?? '')}'` : 'the assessment';
}

function when(notes: Notes): string {
	const [days, ...others] = new Set(notes.map(({ finishedCountsForDays }) => finishedCountsForDays));
	if (others.length > 0) return 'recently';
	return days === 1 ? 'within the last day' : `within the last ${days} days`;
}
