import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textAsPdf } from '../../../simulator/files/pdf.ts';

const offsetsOf = (file: Buffer): number[] =>
	[...file.toString('latin1').matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));

it('a PDF has a cross-reference table that points at every object, a stream as long as declared, and its title', () => {
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
			const told = /\/Title <feff([0-9a-f]*)>/.exec(text)?.[1] ?? '';
			expect(Buffer.from(told, 'hex').swap16().toString('utf16le')).toBe(title);
		}),
	);
});

it('a PDF escapes what would end a string, and draws base letters where the font has no other', () => {
	const text = textAsPdf('A (b) \\ c', ['Nguyễn', '李']).toString('latin1');
	expect(text).toContain('(A \\(b\\) \\\\ c) Tj');
	expect(text).toContain('(Nguyen) Tj');
	expect(text).toContain('(?) Tj');
});
