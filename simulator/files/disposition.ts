/** Whether and how files are named in Content-Disposition; the specification says nothing of that header. */
export type DispositionForm = 'named' | 'extended' | 'none' | 'traversal';

/** The header's value, or null for no header. `extended` is RFC 5987 with a non-ASCII name. */
export function contentDisposition(
	file: { readonly fileName: string; readonly contentDisposition: string | null | undefined },
	form: DispositionForm,
): string | null {
	if (file.contentDisposition !== undefined) return file.contentDisposition;
	switch (form) {
		case 'named':
			return `attachment; filename="${file.fileName}"`;
		case 'extended':
			return `attachment; filename="${file.fileName}"; filename*=UTF-8''${encodeURIComponent(`Prüfung – ${file.fileName}`)}`;
		case 'none':
			return null;
		case 'traversal':
			return 'attachment; filename="../../etc/passwd"';
	}
}
