/** A character of the standard fonts' encoding, or its base letter, or a question mark. */
function drawable(text: string): string {
	return [...text.normalize('NFC')]
		.map((character) => {
			if (isLatin1(character)) return character;
			const base = character.normalize('NFKD').charAt(0);
			return isLatin1(base) ? base : '?';
		})
		.join('');
}

function isLatin1(character: string): boolean {
	const code = character.codePointAt(0) ?? 0;
	return (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff);
}

function escapeString(text: string): string {
	return text.replace(/[\\()]/g, '\\$&');
}

/** A text string that carries any character: UTF-16BE with a byte order mark, in hex. */
function textString(text: string): string {
	return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/**
 * A one-page A4 PDF 1.4 with a heading and lines of text in Helvetica.
 * The title keeps every character; the page shows what a standard font can draw.
 */
export function textAsPdf(title: string, lines: readonly string[]): Buffer {
	const page = [
		'BT /F1 26 Tf 72 740 Td',
		`(${escapeString(drawable(title))}) Tj`,
		'/F1 13 Tf 0 -30 Td',
		...lines.map((line) => `0 -22 Td (${escapeString(drawable(line))}) Tj`),
		'ET',
		'1.5 w 54 54 487 734 re S',
	].join('\n');
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
		`<< /Length ${Buffer.byteLength(page, 'latin1')} >>\nstream\n${page}\nendstream`,
		`<< /Title ${textString(title)} /Subject ${textString(lines.join('\n'))} >>`,
	];

	let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
	const offsets = objects.map((object, index) => {
		const offset = Buffer.byteLength(file, 'latin1');
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const crossReference = Buffer.byteLength(file, 'latin1');
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
	file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
	file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${crossReference}\n%%EOF\n`;
	return Buffer.from(file, 'latin1');
}
