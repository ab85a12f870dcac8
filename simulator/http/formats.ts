import { parseInstant } from '../timestamps.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ABSOLUTE_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/\s]\S*$/i;

/** The formats that specification/openapi.yaml uses. */
export const FORMATS: Record<string, (text: string) => boolean> = {
	uuid: (text) => UUID.test(text),
	'iso-8601': (text) => parseInstant(text) !== null,
	uri: (text) => ABSOLUTE_URL.test(text) && URL.canParse(text),
};
