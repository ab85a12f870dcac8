/** n8n's scanner of community packages doesn't include types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	export const SOURCE_FILE_PATTERNS: readonly string[];
	export function analyzePackage(
		folder: string,
		patterns: readonly string[],
	): Promise<{ readonly passed: boolean; readonly message?: string; readonly details?: string }>;
}
