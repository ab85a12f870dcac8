import { expect, it } from 'vitest';
import { isOfAnotherSite } from '../../../simulator/control/strangers.ts';

/** Whose requests the control surface takes for those of another site's page. */

const host = '127.0.0.1:4620';

it.each<[boolean, string, Partial<Parameters<typeof isOfAnotherSite>[0]>]>([
	[false, 'a program, which says nothing of where it comes from', {}],
	[false, 'the simulator’s own page', { origin: 'http://127.0.0.1:4620', fetchSite: 'same-origin' }],
	[false, 'an address typed by hand', { fetchSite: 'none' }],
	[true, 'another site', { origin: 'https://example.com', fetchSite: 'cross-site' }],
	[true, 'another port of this machine', { origin: 'http://127.0.0.1:5678', fetchSite: 'same-site' }],
	[true, 'another name of this machine', { origin: 'http://localhost:4620' }],
	[true, 'the same host by another scheme', { origin: 'https://127.0.0.1:4620' }],
	[true, 'a page without an origin, such as a file', { origin: 'null' }],
	[true, 'what another site loads as a picture', { fetchSite: 'cross-site' }],
	[true, 'what another port loads as a script', { fetchSite: 'same-site' }],
])('%s: %s', (expected, _who, headers) => {
	expect(isOfAnotherSite({ host, origin: undefined, fetchSite: undefined, ...headers })).toBe(expected);
});
