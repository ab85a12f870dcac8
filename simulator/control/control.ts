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

/** Drives the simulated service from outside of its API: the same methods in the process and over HTTP. */
export type SimulatorControl = { [Name in keyof typeof METHODS]: Call<(typeof METHODS)[Name]> };

export function createControl(service: Service): SimulatorControl {
	// Each takes what its type says: in the process the compiler sees to that.
	const methods: Readonly<Record<string, (service: Service, input: never) => unknown>> = METHODS;
	const calls = Object.entries(methods).map(([name, run]) => [
		name,
		async (input: object = {}) => await run(service, input as never),
	]);
	return Object.fromEntries(calls) as SimulatorControl;
}
