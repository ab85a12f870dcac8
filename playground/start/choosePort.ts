import getPort, { portNumbers } from 'get-port';

/** The port that users know, or one of the next when something else listens there, with a word about it. */
export async function choosePort(what: string, usual: number): Promise<number> {
	const port = await getPort({ host: '127.0.0.1', port: portNumbers(usual, usual + 99) });
	if (port !== usual) console.log(`Port ${usual} is in use: ${what} gets port ${port}.`);
	return port;
}
