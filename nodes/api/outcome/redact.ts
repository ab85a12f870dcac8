/** Takes secrets out of a text that the user or a log gets to see. */
export function redact(text: string, secrets: readonly string[]): string {
	return secrets.filter((secret) => secret !== '').reduce((result, secret) => result.replaceAll(secret, '***'), text);
}
