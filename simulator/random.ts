import { createHash } from 'node:crypto';

/** A seeded source of everything that looks random: the same seed creates the same account, keys and faults. */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number | string) {
	let drawn = 0;
	/** A pseudorandom sequence of bytes: a hash of the seed and the number of earlier calls. */
	const bytes = (count: number): Buffer =>
		createHash('shake256', { outputLength: count }).update(`${seed} ${++drawn}`).digest();
	/** A number from 0 to 1, excluding 1. */
	const next = (): number => bytes(6).readUIntBE(0, 6) / 2 ** 48;

	return {
		bytes,
		next,
		/** An integer from `min` to `max`, including both. */
		integer: (min: number, max: number): number => min + Math.floor(next() * (max - min + 1)),
		/** A version 4 UUID in lower case. */
		uuid: (): string =>
			bytes(16)
				.toString('hex')
				.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-'),
	};
}
