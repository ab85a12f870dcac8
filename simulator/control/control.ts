import type { Service } from '../service.ts';
import { assessments } from './assessments.ts';
import { environment } from './environment.ts';
import { people } from './people.ts';
import { traffic } from './traffic.ts';

const METHODS = { ...environment, ...people, ...assessments, ...traffic };

type Call<Method> = Method extends (service: Service, input: infer Input) => infer Result
	? object extends Input
		? (input?: Input) => Promise<Awaited<Result>>
		: (input: Input) => Promise<Awaited<Result>>
	: never;

/** Controls the simulated service from outside its API, with the same methods in the process and over HTTP. */
export type SimulatorControl = { [Name in keyof typeof METHODS]: Call<(typeof METHODS)[Name]> };

export function createControl(service: Service): SimulatorControl {
	// Methods don't check their arguments, because the compiler does so within the process.
	const methods: Readonly<Record<string, (service: Service, input: never) => unknown>> = METHODS;
	const calls = Object.entries(methods).map(([name, run]) => [
		name,
		async (input: object = {}) => await run(service, input as never),
	]);
	return Object.fromEntries(calls) as SimulatorControl;
}
