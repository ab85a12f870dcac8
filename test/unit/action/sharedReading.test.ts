import { expect, it, vi } from 'vitest';

import { SharedReading } from '../../../nodes/EnterpriseAssessment/resources/assignment/sharedReading.ts';
import { VirtualTime } from '../pacing/support/virtualTime.ts';

const EXECUTION = {};
const ANOTHER = {};

function ofService(answers: () => Promise<void>) {
	const time = new VirtualTime();
	const reading = new SharedReading(time);
	const read = vi.fn(answers);
	const wants = async (reader: object) =>
		await reading.notBefore(time.now(), reader, read).then(
			() => 'read',
			(error: Error) => error.message,
		);
	return { time, reading, read, wants };
}

it('is read once for all who wait at the same time, and anew for who comes later', async () => {
	const { time, reading, read, wants } = ofService(async () => await Promise.resolve());
	const began = time.now();
	expect(await Promise.all([wants(EXECUTION), wants(EXECUTION), wants(ANOTHER)])).toEqual(['read', 'read', 'read']);
	expect(read).toHaveBeenCalledTimes(1);
	expect(reading.lastBegan).toBe(began);
	await time.pass(1);
	expect(await wants(ANOTHER)).toBe('read');
	expect(read).toHaveBeenCalledTimes(2);
});

it('fails for all items of the execution that read, and is read again for another execution', async () => {
	const { reading, read, wants } = ofService(async () => await Promise.resolve());
	read.mockRejectedValueOnce(new Error('no answer'));
	const all = [wants(EXECUTION), wants(EXECUTION), wants(ANOTHER)];
	expect(await Promise.all(all)).toEqual(['no answer', 'no answer', 'read']);
	expect(read).toHaveBeenCalledTimes(2);
	expect(reading.lastBegan).toBeGreaterThan(0);
});

it('fails for the first to wait only as long as it is read', async () => {
	const { read, wants } = ofService(async () => await Promise.resolve());
	read.mockRejectedValueOnce(new Error('no answer'));
	expect(await wants(EXECUTION)).toBe('no answer');
	expect(await wants(EXECUTION)).toBe('read');
});

it('is read anew after the reading that goes on, and for all who wait meanwhile', async () => {
	const begun: string[] = [];
	const { time, reading, read, wants } = ofService(async () => await Promise.resolve());
	read.mockImplementation(async () => {
		begun.push('read');
		await time.sleep(10);
		begun.push('done');
	});
	const first = wants(ANOTHER);
	await time.pass(1);
	const all = Promise.all([first, reading.anew(EXECUTION, read), wants(ANOTHER)]);
	await time.pass(30);
	await all;
	expect(begun).toEqual(['read', 'done', 'read', 'done']);
	read.mockRejectedValueOnce(new Error('no answer'));
	await expect(reading.anew(EXECUTION, read)).rejects.toThrow('no answer');
});
