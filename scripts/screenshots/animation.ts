import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture, and for how long it is shown. */
export interface Frame {
	/** A PNG file. */
	readonly png: Buffer;
	readonly seconds: number;
}

interface Chunk {
	readonly type: string;
	readonly data: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunksOf(png: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = SIGNATURE.length; at < png.length;) {
		const length = png.readUInt32BE(at);
		chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
		at += 12 + length;
	}
	return chunks;
}

function bytesOf({ type, data }: Chunk): Buffer {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([numbers(data.length), content, numbers(crc32(content))]);
}

/** Unsigned integers of four bytes. */
function numbers(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
	return bytes;
}

function header(chunks: readonly Chunk[]): Buffer {
	const found = chunks.find(({ type }) => type === 'IHDR');
	if (found === undefined) throw new Error('This is no PNG file');
	return found.data;
}

/** The pixels, packed as tightly as it goes: a browser packs in a hurry. */
function pixels(chunks: readonly Chunk[]): Buffer {
	const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
	return deflateSync(inflateSync(packed), { level: 9 });
}

/**
 * One PNG file that shows the frames one after the other, for ever (https://www.w3.org/TR/png-3/#11ancillary-chunks,
 * "Animation information"). The frames have to be of one size and kind.
 */
export function animatedPng(frames: readonly Frame[]): Buffer {
	const all = frames.map(({ png, seconds }) => ({ chunks: chunksOf(png), seconds }));
	const ihdr = header(all[0]?.chunks ?? []);
	let sequence = 0;
	const shown = all.flatMap(({ chunks, seconds }, index): Chunk[] => {
		if (!header(chunks).equals(ihdr)) throw new Error('The frames are not of one size and kind');
		const delay = Buffer.alloc(6);
		delay.writeUInt16BE(Math.round(seconds * 1000), 0);
		delay.writeUInt16BE(1000, 2);
		const size = ihdr.subarray(0, 8);
		const control = Buffer.concat([numbers(sequence++), size, numbers(0, 0), delay]);
		const data = pixels(chunks);
		return [
			{ type: 'fcTL', data: control },
			index === 0 ? { type: 'IDAT', data } : { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) },
		];
	});
	const chunks = [
		{ type: 'IHDR', data: ihdr },
		{ type: 'acTL', data: numbers(frames.length, 0) },
		...shown,
		{ type: 'IEND', data: Buffer.alloc(0) },
	];
	return Buffer.concat([SIGNATURE, ...chunks.map(bytesOf)]);
}
