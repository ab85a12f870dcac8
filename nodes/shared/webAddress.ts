/** Whether it is a whole address of the web: http or https, then a host, with neither white space nor backslashes. */
export function isWebAddress(address: string): boolean {
	return /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(address) && URL.canParse(address);
}
