import type { Service } from '../service.ts';
import { assessments } from './assessments.ts';
import { catalogue } from './catalogue.ts';
import { environment } from './environment.ts';
import type { ControlMethod } from './method.ts';
import { traffic } from './traffic.ts';
import { webhook } from './webhook.ts';

const METHODS = { ...environment, ...catalogue, ...assessments, ...webhook, ...traffic };

type Call<Method> =
	Method extends ControlMethod<infer Input, infer Result>
		? object extends Input
			? (input?: Input) => Promise<Awaited<Result>>
			: (input: Input) => Promise<Awaited<Result>>
		: never;

/** Drives the simulated service from outside of its API: the same methods in the process and over HTTP. */
export type SimulatorControl = { [Name in keyof typeof METHODS]: Call<(typeof METHODS)[Name]> };

/** Every control method with its route, by name. */
export const CONTROL_METHODS: Readonly<Record<string, ControlMethod<object, unknown>>> = METHODS;

/** @param call carries out the method of that name */
export function controlThrough(call: (name: string, input: object) => Promise<unknown>): SimulatorControl {
	const methods = Object.keys(CONTROL_METHODS).map((name) => [name, (input: object = {}) => call(name, input)]);
	// One function for each method: each passes on what its type says.
	return Object.fromEntries(methods) as SimulatorControl;
}

export function createControl(service: Service): SimulatorControl {
	return controlThrough(async (name, input) => await CONTROL_METHODS[name]?.run(service, input));
}
