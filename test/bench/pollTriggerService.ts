import { startSimulator } from '../../simulator/index.ts';

const DAY = 86_400_000;

/** The simulated service in a process of its own, so that its memory is not counted: `fork` it with a number of reports. */
const reports = Number(process.argv[2]);
const { apiKey, baseHost, control } = await startSimulator({ limits: false, empty: true });
const now = Date.now();
await control.addUsers({ count: reports, completedFrom: now - 6 * DAY, completedTo: now - DAY });
process.on('message', () => {
	void control.addUsers({ count: 1, completedFrom: Date.now() - DAY }).then(() => process.send?.('scored'));
});
process.send?.({ apiKey, baseHost, apiVersion: '2020q3' });
