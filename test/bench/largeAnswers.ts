// Scores of a large account in a real n8n: this package's node beside HTTP Request, Split Out and Limit, in alternation,
// each in a freshly started n8n. Prints medians of time and of the growth of peak memory, of the whole execution as n8n
// shows it in the end and until its nodes have ended. Linux only.
// Usage: node test/bench/largeAnswers.ts [rounds] [users…]; without users, the usual sizes and then the growth of one case.
import { credentialsType, startPlayground } from '../../playground/playground.ts';
import { quantile } from './downloads/quantile.ts';
import { answersOf, startLargeAccount } from './largeAnswers/largeAccount.ts';
import { measure } from './largeAnswers/measure.ts';
import type { Measurement } from './largeAnswers/measure.ts';
import { casesOf, filteredWay } from './largeAnswers/workflows.ts';
import type { Way } from './largeAnswers/workflows.ts';

const [rounds = 5, ...given] = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10_000, 50_000];
const growing = [1_000, 3_000, 10_000, 30_000, 100_000];

await using stack = new AsyncDisposableStack();
const account = stack.adopt(await startLargeAccount(), ({ close }) => close());
const playground = stack.adopt(await startPlayground(), ({ stop }) => stop());
const name = 'Large account';
const data = { apiKey: 'key-of-a-large-account', baseHost: account.baseHost, apiVersion: '2020q3' };
const id = await playground.api.credentials.create({ name, type: credentialsType, data });
const credentials = { [credentialsType]: { id, name } };

type Figure = Exclude<keyof Measurement, 'items'>;

function median(all: readonly Measurement[], figure: Figure): number {
	return quantile(
		all.map((measurement) => measurement[figure]),
		0.5,
	);
}

const little = await answersOf(5);

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

async function compare(users: number): Promise<void> {
	const answers = await answersOf(users);
	const cases = casesOf(account.baseHost, answers.assessmentName, credentials);
	const results = new Map<Way, Measurement[]>(
		cases.flatMap(({ ours, theirs }) => [
			[ours, []],
			[theirs, []],
		]),
	);
	for (let round = 1; round <= rounds; round += 1) {
		for (const [way, all] of results) {
			const measured = await measure(playground, way, account, { little, all: answers });
			all.push(measured);
			const { seconds, secondsUntilDone, megabytes, megabytesOfNodes, items } = measured;
			const what = way.map((node) => node.name).join(', ');
			const whole = `${secondsUntilDone.toFixed(2)} s, ${megabytes.toFixed(0)} MB`;
			const ofNodes = `${seconds.toFixed(2)} s, ${megabytesOfNodes.toFixed(0)} MB`;
			console.log(`${round}/${rounds} ${what}: ${whole}, of the nodes ${ofNodes}, ${items} items`);
		}
	}
	console.log(`${users} users, ${(answers.scores.length / 1e6).toFixed(0)} MB, medians of ${rounds} rounds:`);
	console.table(
		cases.map(({ name: what, ours, theirs }) => {
			const [our, their] = [results.get(ours) ?? [], results.get(theirs) ?? []];
			const columns: [title: string, figure: Figure, digits: number][] = [
				['s', 'secondsUntilDone', 2],
				['MB', 'megabytes', 0],
				['s of the nodes', 'seconds', 2],
				['MB of the nodes', 'megabytesOfNodes', 0],
			];
			const cells = columns.flatMap(([title, figure, digits]): [string, string | number][] => {
				const [value, reference] = [median(our, figure), median(their, figure)];
				return [
					[`${title} (HTTP Request)`, `${value.toFixed(digits)} (${reference.toFixed(digits)})`],
					[`ratio of ${title}`, rounded(value / reference, 2)],
				];
			});
			return { case: what, ...Object.fromEntries(cells) };
		}),
	);
}

async function grow(): Promise<void> {
	const rows = [];
	for (const users of growing) {
		const answers = await answersOf(users);
		const way = filteredWay(answers.assessmentName, credentials);
		const all: Measurement[] = [];
		for (let round = 1; round <= rounds; round += 1)
			all.push(await measure(playground, way, account, { little, all: answers }));
		rows.push({
			users,
			'answer MB': rounded(answers.scores.length / 1e6, 0),
			items: all[0]?.items,
			s: rounded(median(all, 'seconds'), 2),
			'growth of memory MB': rounded(median(all, 'megabytes'), 0),
			'MB of the nodes': rounded(median(all, 'megabytesOfNodes'), 0),
		});
		console.log(rows.at(-1));
	}
	console.log(`One assessment of 20, medians of ${rounds} rounds:`);
	console.table(rows);
}

for (const users of sizes) await compare(users);
// Sizes are asked for alone.
if (given.length === 0) await grow();
