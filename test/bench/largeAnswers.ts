// Scores of a large account in a real n8n: this package's node beside HTTP Request, Split Out and Limit, in alternation,
// each in a freshly started n8n. Prints medians of the nodes' time and of the growth of peak memory, until the
// nodes have ended and with n8n's storing of the execution. Linux only.
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

type Figure = 'seconds' | 'megabytes' | 'megabytesOfNodes';

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
			const { seconds, megabytes, megabytesOfNodes, items } = measured;
			const what = way.map((node) => node.name).join(', ');
			console.log(
				`${round}/${rounds} ${what}: ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB, nodes ${megabytesOfNodes.toFixed(0)} MB, ${items} items`,
			);
		}
	}
	console.log(`${users} users, ${(answers.scores.length / 1e6).toFixed(0)} MB, medians of ${rounds} rounds:`);
	console.table(
		cases.map(({ name: what, ours, theirs }) => {
			const [our, their] = [results.get(ours) ?? [], results.get(theirs) ?? []];
			const row = (figure: Figure) => [median(our, figure), median(their, figure)] as const;
			const [[s, theirS], [mb, theirMb]] = [row('seconds'), row('megabytes')];
			const [nodes, theirNodes] = row('megabytesOfNodes');
			return {
				case: what,
				s: rounded(s, 2),
				'HTTP Request s': rounded(theirS, 2),
				'ratio of time': rounded(s / theirS, 2),
				MB: rounded(mb, 0),
				'HTTP Request MB': rounded(theirMb, 0),
				'ratio of memory': rounded(mb / theirMb, 2),
				'MB of the nodes': rounded(nodes, 0),
				'HTTP Request MB of the nodes': rounded(theirNodes, 0),
				'ratio of the nodes': rounded(nodes / theirNodes, 2),
			};
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
