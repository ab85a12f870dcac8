import { crc32, deflateSync, inflateSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { animatedPng } from '../../../scripts/screenshots/animation.ts';

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type), data]);
	return Buffer.concat([uint32(data.length), content, uint32(crc32(content))]);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A picture of grey pixels beside each other; its data may lie in two chunks, as a browser writes them. */
function picture(pixels: readonly number[]): Buffer {
	const header = Buffer.concat([uint32(pixels.length), uint32(1), Buffer.from([8, 0, 0, 0, 0])]);
	const data = deflateSync(Buffer.from([0, ...pixels]), { level: 0 });
	const parts = [data.subarray(0, 3), data.subarray(3)].map((part) => chunk('IDAT', part));
	return Buffer.concat([signature, chunk('IHDR', header), ...parts, chunk('IEND', Buffer.alloc(0))]);
}

function chunksOf(file: Buffer): Array<{ type: string; data: Buffer }> {
	expect(file.subarray(0, 8)).toEqual(signature);
	const chunks = [];
	for (let at = 8; at < file.length;) {
		const end = at + 8 + file.readUInt32BE(at);
		expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
		chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end) });
		at = end + 4;
	}
	return chunks;
}

describe('a moving picture', () => {
	const frames = [
		{ png: picture([1, 2]), seconds: 0.5 },
		{ png: picture([3, 4]), seconds: 2 },
	];

	it('is one PNG file that shows every frame whole, numbered through, for as long as it is to be seen', () => {
		const chunks = chunksOf(animatedPng(frames));
		expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
		const [, animation, first, one, second, other] = chunks.map(({ data }) => data);
		expect(animation?.toString('hex')).toBe('0000000200000000');
		expect([first, second, other].map((data) => data?.readUInt32BE(0))).toEqual([0, 1, 2]);
		expect([first, second].map((data) => data?.subarray(4).toString('hex'))).toEqual(
			['01f4', '07d0'].map((delay) => `0000000200000001${'0'.repeat(16)}${delay}03e80000`),
		);
		expect(inflateSync(one ?? '')).toEqual(Buffer.from([0, 1, 2]));
		expect(inflateSync(other?.subarray(4) ?? '')).toEqual(Buffer.from([0, 3, 4]));
	});

	it('takes only frames of one size', () => {
		expect(() => animatedPng([...frames, { png: picture([1, 2, 3]), seconds: 1 }])).toThrow('not of one size');
		expect(() => animatedPng([{ png: signature, seconds: 1 }])).toThrow('no PNG file');
	});
});
