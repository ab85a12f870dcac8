// A simulator without limits, for measurements that must not count its own work. Ends with its standard input.
import { startSimulator } from '../../simulator/index.ts';

const simulator = await startSimulator({ limits: false });
console.log(JSON.stringify({ baseHost: simulator.baseHost, apiKey: simulator.apiKey }));
process.stdin.on('end', () => void simulator.close());
process.stdin.resume();
