import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedChunks, generatedSha256 } from '../../../simulator/files/generated.ts';
import { textAsPdf } from '../../../simulator/files/pdf.ts';
import { toneAsWav } from '../../../simulator/files/wav.ts';

describe('toneAsWav', () => {
	it('is a RIFF file whose lengths and format fit', () => {
		const file = toneAsWav(440, 1.5);
		expect(file.toString('ascii', 0, 4) + file.toString('ascii', 8, 16)).toBe('RIFFWAVEfmt ');
		expect(file.readUInt32LE(4)).toBe(file.length - 8);
		expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24)]).toEqual([1, 1, 8000]);
		expect([file.readUInt32LE(28), file.readUInt16LE(32), file.readUInt16LE(34)]).toEqual([16_000, 2, 16]);
		expect(file.toString('ascii', 36, 40)).toBe('data');
		expect(file.readUInt32LE(40)).toBe(12_000 * 2);
		expect(file.length).toBe(44 + 12_000 * 2);
	});

	it('sounds at the frequency asked for: it crosses zero upwards so many times a second', () => {
		const file = toneAsWav(440, 1);
		let crossings = 0;
		for (let at = 46; at < file.length; at += 2) {
			if (file.readInt16LE(at - 2) < 0 && file.readInt16LE(at) >= 0) crossings++;
		}
		expect(Math.abs(crossings - 440)).toBeLessThanOrEqual(1);
	});
});

describe('textAsPdf', () => {
	const offsetsOf = (file: Buffer): number[] =>
		[...file.toString('latin1').matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));

	it('has a cross-reference table that points at every object, and a stream as long as declared', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (title, lines) => {
				const file = textAsPdf(title, lines);
				const text = file.toString('latin1');
				expect(text.startsWith('%PDF-1.4\n')).toBe(true);
				expect(text.endsWith('%%EOF\n')).toBe(true);
				const offsets = offsetsOf(file);
				expect(offsets).toHaveLength(6);
				offsets.forEach((offset, index) => expect(text.startsWith(`${index + 1} 0 obj\n`, offset)).toBe(true));
				const start = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
				expect(text.startsWith('xref\n0 7\n', start)).toBe(true);
				const stream = /<< \/Length (\d+) >>\nstream\n/.exec(text);
				const end = (stream?.index ?? 0) + (stream?.[0].length ?? 0) + Number(stream?.[1]);
				expect(text.startsWith('\nendstream', end)).toBe(true);
			}),
		);
	});

	it('escapes what would end a string, and draws base letters where the font has no other', () => {
		const text = textAsPdf('A (b) \\ c', ['Nguyễn', '李']).toString('latin1');
		expect(text).toContain('(A \\(b\\) \\\\ c) Tj');
		expect(text).toContain('(Nguyen) Tj');
		expect(text).toContain('(?) Tj');
	});

	it('keeps every character of the title in its properties', () => {
		const title = /\/Title <feff([0-9a-f]+)>/.exec(textAsPdf('Zoë 李 😀', []).toString('latin1'))?.[1] ?? '';
		expect(Buffer.from(title, 'hex').swap16().toString('utf16le')).toBe('Zoë 李 😀');
	});
});

describe('generatedChunks', () => {
	it.each([0, 1, 65_535, 65_536, 65_537, 1_000_003])('%i bytes: exactly so many, always the same', (bytes) => {
		const chunks = [...generatedChunks('seed', bytes)];
		expect(chunks.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(bytes);
		const sha256 = createHash('sha256').update(Buffer.concat(chunks)).digest('hex');
		expect(generatedSha256('seed', bytes)).toBe(sha256);
	});

	it('no two chunks and no two files are alike', () => {
		const chunks = [...generatedChunks('a', 300_000), ...generatedChunks('b', 300_000)];
		expect(new Set(chunks.map((chunk) => chunk.toString('base64'))).size).toBe(10);
	});
});
