import { expect, it } from 'vitest';
import { SimulatorClock } from '../../../simulator/clock.ts';

it('runs with its base, can be set, advanced, stopped and run on from where it stands', () => {
	let base = 1000;
	const clock = new SimulatorClock({ now: () => base });
	expect(clock.now()).toBe(1000);
	clock.advance(500);
	base += 10;
	expect(clock.now()).toBe(1510);
	clock.set(9000);
	base += 10;
	expect(clock.now()).toBe(9010);
	clock.stop();
	base += 100;
	expect([clock.now(), clock.stopped]).toEqual([9010, true]);
	clock.advance(90);
	expect(clock.now()).toBe(9100);
	clock.run();
	base += 1;
	expect([clock.now(), clock.stopped]).toEqual([9101, false]);
	clock.stop();
	clock.reset();
	expect([clock.now(), clock.stopped]).toEqual([base, false]);
});
