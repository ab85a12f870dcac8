/** A seeded source of everything that looks random: the same seed gives the same account, keys and faults. */
export interface Random {
	/** A number in [0, 1). */
	next(): number;
	/** A whole number from `min` to `max`, both included. */
	integer(min: number, max: number): number;
	bytes(count: number): Buffer;
	/** A version 4 UUID in lower case. */
	uuid(): string;
	/** An independent stream: what one part draws doesn't shift what another part gets. */
	fork(name: string): Random;
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
	let hash = 0x811c9dc5;
	for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
	return hash;
}

export function createRandom(seed: number | string): Random {
	const origin = String(seed);
	let state = hashText(origin);

	// mulberry32
	const word = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return (mixed ^ (mixed >>> 14)) >>> 0;
	};
	const next = (): number => word() / 2 ** 32;
	const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
	const bytes = (count: number): Buffer => {
		const buffer = Buffer.alloc(count);
		for (let index = 0; index < count; index++) buffer[index] = word() >>> 24;
		return buffer;
	};

	return {
		next,
		integer,
		bytes,
		uuid: () =>
			bytes(16)
				.toString('hex')
				.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-'),
		fork: (name) => createRandom(`${origin}/${name}`),
	};
}
