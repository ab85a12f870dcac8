/** Any text in printable ASCII, as a PDF string. */
const pdfString = (text: string): string => `(${text.replace(/[^ -~]/gu, '?').replace(/[\\()]/g, '\\$&')})`;

/** A one-page A4 PDF 1.4 with lines of text in Helvetica, in plain ASCII. */
export function textAsPdf(lines: readonly string[]): Buffer {
	const page = `BT /F1 16 Tf 72 740 Td ${lines.map((line) => `0 -24 Td ${pdfString(line)} Tj`).join('\n')} ET`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
		`<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
	];
	let file = '%PDF-1.4\n';
	let table = '0000000000 65535 f \n';
	for (const [index, object] of objects.entries()) {
		table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
	}
	const size = objects.length + 1;
	const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
	return Buffer.from(`${file}xref\n0 ${size}\n${table}${trailer}`, 'latin1');
}
