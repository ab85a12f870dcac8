import { freePorts, isFree } from '../freePorts.ts';

/** The port that users know, or another one, with a word about it, when something else listens there. */
export async function choosePort(what: string, usual: number): Promise<number> {
	if (await isFree(usual)) return usual;
	const [other] = await freePorts(1);
	if (other === undefined) throw new Error('No free port');
	console.log(`Port ${usual} is in use: ${what} gets port ${other}.`);
	return other;
}
