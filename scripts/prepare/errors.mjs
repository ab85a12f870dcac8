/** The code of a system error, for example `ENOENT`; '' when it has none. @param {unknown} error */
export function codeOf(error) {
	return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** @param {unknown} error */
export function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}
