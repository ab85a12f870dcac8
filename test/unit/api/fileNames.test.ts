import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { chooseFileName, mimeTypeOf } from '../../../nodes/api/request/fileNames.ts';

const CERTIFICATE = {
	requested: '',
	contentDisposition: undefined,
	stem: 'certificate-1f0a',
	mimeType: 'application/pdf',
} as const;

it.each([
	['attachment; FileName = my report.pdf ; size=3', 'my report.pdf'],
	['attachment; filename="a;b.pdf"', 'a;b.pdf'],
	["attachment; filename*=UTF-8''na%C3%AFve%2C%20%E2%82%AC.pdf", 'naïve, €.pdf'],
	['attachment; filename="fallback.pdf"; filename*=UTF-8\'\'%E8%AF%81%E4%B9%A6.pdf', '证书.pdf'],
	["attachment;filename* = utf-8'fr'r%C3%A9sum%C3%A9.pdf", 'résumé.pdf'],
	["attachment; filename*=UTF-8''r%E9sum%E9.pdf", 'certificate-1f0a.pdf'],
	["attachment; filename*=UTF-8''r%E9sum%E9.pdf; filename=resume.pdf", 'resume.pdf'],
	['attachment; filename="=?utf-8?B?Wm/Dqywg6K+B5LmmIDIucGRm?="', 'Zoë, 证书 2.pdf'],
	['attachment; filename==?UTF-8?b?WsO8cmljaA==?= ; size=3', 'Zürich.pdf'],
	['attachment; filename="=?utf-8?B?w78ucGRm?= =?utf-8?B?w78ucGRm?="', 'certificate-1f0a.pdf'],
	['attachment; filename="=?iso-8859-1?B?/y5wZGY=?="', 'certificate-1f0a.pdf'],
	['attachment; filename="=?utf-8?B?/y5wZGY=?="', 'certificate-1f0a.pdf'],
	['attachment; filename="Zoe =?utf-8?B?w78ucGRm?="', 'certificate-1f0a.pdf'],
	['attachment; filename="=?utf-8?B?Li4vLi4veA==?="', 'x.pdf'],
	['attachment; filename="C:\\Reports\\21.11.2026"', '21.11.2026.pdf'],
	['inline', 'certificate-1f0a.pdf'],
	[undefined, 'certificate-1f0a.pdf'],
])('with the Content-Disposition header %j, the name of a downloaded file is %j', (contentDisposition, name) => {
	expect(chooseFileName({ ...CERTIFICATE, contentDisposition })).toBe(name);
});

describe('the name of a downloaded file', () => {
	const A_196 = 'a'.repeat(196);
	const UNKNOWN = { mimeType: 'application/octet-stream' };
	const nothingSafe = { requested: '../..', contentDisposition: 'a; filename="/"' };

	it.each([
		['the requested name', { requested: 'mine.pdf', contentDisposition: 'attachment; filename=its.pdf' }, 'mine.pdf'],
		['the stem if no safe character of a name is left', nothingSafe, 'certificate-1f0a.pdf'],
		['a safe form of the stem', { stem: 'certificate-a/..\\b:c' }, 'certificate-a-..-bc.pdf'],
		['the last part of a path', { requested: '../../etc/passwd.old' }, 'passwd.old'],
		['only characters that every file system allows', { requested: 'a<b>c:d"e|f?g*h\u2028\u2029.pdf' }, 'abcdefgh.pdf'],
		['an extension, if a name has none', { requested: "Máire O'Néill" }, "Máire O'Néill.pdf"],
		['an extension, if a name ends with a date', { requested: ' Score of 21.11.2026 ' }, 'Score of 21.11.2026.pdf'],
		['an extension, if a name has a blank after a dot', { requested: 'Dr. A.B Smith.' }, 'Dr. A.B Smith.pdf'],
		['an extension, if a name ends with a long word', { requested: 'A.Wolfeschlegel' }, 'A.Wolfeschlegel.pdf'],
		['its own extension, whatever the type', { requested: 'archive.7z', mimeType: 'audio/wav' }, 'archive.7z'],
		['no extension for an unknown type', { ...UNKNOWN, requested: 'Ann' }, 'Ann'],
		['the stem if only an extension is left', { requested: '???' }, 'certificate-1f0a.pdf'],
		['200 bytes at most with its extension', { requested: `${A_196.repeat(5)}.txt` }, `${A_196}.txt`],
		['200 bytes at most with an added extension', { requested: `${A_196}aaaaa` }, `${A_196}.pdf`],
		['200 bytes at most of a long ending', { requested: `a.${A_196}aaa` }, `a.${A_196.slice(2)}.pdf`],
		['whole characters of three bytes', { requested: '证'.repeat(120) }, `${'证'.repeat(65)}.pdf`],
		['whole characters, cut before a blank', { ...UNKNOWN, requested: 'a '.repeat(200) }, `${'a '.repeat(99)}a`],
		['whole characters of an extension', { requested: `${A_196}aaaaa.证书` }, `${A_196.slice(3)}.证书`],
		['the stem if a long name is blank', { requested: ' '.repeat(40_000) }, 'certificate-1f0a.pdf'],
	] as const)('consists of %s', (_what, change, name) => {
		expect(chooseFileName({ ...CERTIFICATE, ...change })).toBe(name);
	});

	it.each([
		['wav', 'audio/wav audio/wave audio/x-wav audio/vnd.wave'],
		['mp3', 'audio/mpeg audio/mp3'],
		['m4a', 'audio/mp4 audio/x-m4a'],
		['3gp', 'audio/3gpp video/3gpp'],
		['txt', 'text/plain'],
		['md', 'text/markdown'],
		['bin', 'application/octet-stream audio/x-unknown audio/constructor audio/__proto__'],
	])('ends with the extension %s for %s', (extension, mimeTypes) => {
		for (const mimeType of mimeTypes.split(' '))
			expect(chooseFileName({ ...CERTIFICATE, mimeType })).toBe(`certificate-1f0a.${extension}`);
	});

	it('is plain and safe on every file system for any input', () => {
		const part = fc.constantFrom(
			...['..', '.', ' ', '/', '\\', ':', '\u202e', '\u0000', '\ud83d', '\u00a0'],
			...['😀', '证', 'a', 'é', '.pdf'],
		);
		const text = fc.oneof(
			fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
			fc.string({ unit: 'binary', maxLength: 300 }),
			fc.tuple(fc.constantFrom('😀', '证', 'x', ' ', '.'), fc.nat(400)).map(([unit, count]) => unit.repeat(count)),
		);
		const disposition = text.map((name) => `attachment; filename="${name}"`);
		fc.assert(
			fc.property(text, fc.oneof(text, disposition), text, (requested, contentDisposition, stem) => {
				const name = chooseFileName({ ...CERTIFICATE, requested, contentDisposition, stem });
				return (
					name !== '' &&
					Buffer.byteLength(name) <= 200 &&
					name.isWellFormed() &&
					name === name.normalize('NFC') &&
					!/[/\\<>:"|?*]|\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|^[.\s]|[.\s]$/u.test(name)
				);
			}),
			{ numRuns: 1_000 },
		);
	});
});

it.each([
	['text/plain; charset=utf-8', 'text/plain'],
	[' Audio/X-WAV ', 'audio/x-wav'],
	['a text/plain', 'application/octet-stream'],
	['text/plain\r\nX: y', 'application/octet-stream'],
	[undefined, 'application/octet-stream'],
])('the media type in the Content-Type header %j is %j', (header, type) => {
	expect(mimeTypeOf(header)).toBe(type);
});
