import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { EqualTexts } from '../../../nodes/EnterpriseAssessment/equalTexts.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const USERS = 20_000;
const reports = [{ description: 'Communicates at level C2. '.repeat(10) }];

/** Bytes that a list of users takes, each parsed alone and then given to `unite`. */
function memoryOf(unite: (user: unknown[]) => void): number {
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const users = Array.from({ length: USERS }, (_, number) => {
		const user: unknown[] = [JSON.parse(JSON.stringify({ userId: `${number}`.padStart(36, '0'), reports }))];
		unite(user);
		return user;
	});
	collectGarbage();
	const after = process.memoryUsage().heapUsed;
	// Until here, all of them are held.
	expect(users).toHaveLength(USERS);
	return after - before;
}

it('holds texts that repeat once', () => {
	const texts = new EqualTexts();
	const separate = memoryOf(() => undefined);
	expect(memoryOf((user) => texts.unite(user)) / separate).toBeLessThan(0.6);
});

/** All lists and objects within. */
function partsOf(data: unknown): object[] {
	if (typeof data !== 'object' || data === null) return [];
	return [data, ...Object.values(data).flatMap(partsOf)];
}

it('changes no value, and shares nothing that can be changed', () => {
	const texts = new EqualTexts();
	fc.assert(
		fc.property(fc.array(fc.json()), (documents) => {
			const parsed = (): unknown[] => documents.map((document): unknown => JSON.parse(document));
			const data = parsed();
			texts.unite(data);
			expect(data).toStrictEqual(parsed());
			const parts = partsOf(data);
			expect(new Set(parts).size).toBe(parts.length);
		}),
	);
});
