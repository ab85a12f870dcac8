/** A written answer with characters of one to four UTF-8 bytes. */
export function writingText(question: string, author: string): string {
	return [
		question,
		'',
		`Last summer I visited my grandmother in Kraków. The café on the corner — “Pod Gwiazdą” — still serves żurek.`,
		`Она испекла пирог, и мы говорили до ночи. 祖母は笑って、「また来てね」と言いました。 😀`,
		'',
		`– ${author}`,
		'',
	].join('\n');
}
