// The reader of lists beside JSON.parse alone, on one answer in memory: medians of the processor's time, five
// rounds in alternation. Usage: node test/bench/largeAnswers/reader.ts [users]
import '../loadNodeSources.ts';

import { startSimulator } from '../../../simulator/index.ts';
import { quantile } from '../downloads/quantile.ts';

const { ListReader } = await import('../../../nodes/api/request/listReader.ts');
const { userScores } = await import('../../../nodes/api/specification/responses.ts');

const users = Number(process.argv[2] ?? 50_000);
const ROUNDS = 5;
/** As Node.js reads from a connection. */
const PIECE_BYTES = 65_536;

async function answer(): Promise<Buffer> {
	const simulator = await startSimulator({ limits: false });
	try {
		await simulator.control.addUsers({ count: users });
		const response = await fetch(`${simulator.baseHost}/2020q3/scores`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${simulator.apiKey}`, 'Content-Type': 'application/json' },
			body: '{}',
		});
		return Buffer.from(await response.arrayBuffer());
	} finally {
		await simulator.close();
	}
}

const body = await answer();
const text = body.toString('utf8');

function read(limit: number): unknown {
	const kept: unknown[] = [];
	const reader = new ListReader(userScores, {
		take: (user) => {
			if (kept.length < limit) kept.push(user);
		},
		result: () => kept,
	});
	for (let from = 0; from < body.length; from += PIECE_BYTES) reader.read(body.subarray(from, from + PIECE_BYTES));
	const checked = reader.finish();
	if ('problem' in checked) throw new Error(checked.problem);
	return kept;
}

const parse = (json: string): unknown => JSON.parse(json);

const CASES: Record<string, () => unknown> = {
	'JSON.parse alone, of text': () => parse(text),
	'JSON.parse alone, of bytes': () => parse(body.toString('utf8')),
	'reader, every element kept': () => read(Number.POSITIVE_INFINITY),
	'reader, 50 elements': () => read(50),
};

const times = new Map(Object.keys(CASES).map((name) => [name, [] as number[]]));
for (let round = 0; round < ROUNDS; round += 1) {
	for (const [name, run] of Object.entries(CASES)) {
		global.gc?.();
		const begun = process.cpuUsage();
		run();
		const { user, system } = process.cpuUsage(begun);
		times.get(name)?.push((user + system) / 1_000);
	}
}

const [parseOnly = []] = times.values();
console.log(`${users} users, ${(body.length / 1e6).toFixed(0)} MB, medians of ${ROUNDS} rounds:`);
console.table(
	[...times].map(([what, all]) => ({
		what,
		'processor ms': Math.round(quantile(all, 0.5)),
		'of JSON.parse alone': Number((quantile(all, 0.5) / quantile(parseOnly, 0.5)).toFixed(2)),
	})),
);
