import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	clearStored,
	readStored,
	store,
} from '../../../nodes/EnterpriseAssessmentTrigger/registration/storedRegistration.ts';

const registration = { url: 'https://n8n.example.com/webhook/1/webhook', createdAt: 'then', signingKey: 'key' };

describe('what n8n keeps for the trigger', () => {
	it('is read as it was stored, beside what else is there, and is gone once cleared', () => {
		const staticData: IDataObject = { cursor: 'of another node' };
		store(staticData, registration);
		expect(readStored(staticData)).toEqual(registration);
		expect(Object.keys(staticData)).toHaveLength(4);
		clearStored(staticData);
		expect(staticData).toEqual({ cursor: 'of another node' });
	});

	it('holds the names of assessments where there are any, and no old ones', () => {
		const staticData: IDataObject = {};
		const namesById = { id: 'Speaking' };
		store(staticData, { ...registration, namesById });
		expect(readStored(staticData)).toEqual({ ...registration, namesById });
		for (const none of [{}, undefined]) {
			store(staticData, { ...registration, namesById });
			store(staticData, { ...registration, namesById: none });
			expect(staticData).toEqual(registration);
		}
		store(staticData, { ...registration, namesById });
		clearStored(staticData);
		expect(staticData).toEqual({});
		expect(readStored({ ...registration, namesById: { id: 7 } })?.namesById).toEqual({ id: '' });
	});

	it.each<[IDataObject]>([[{}], [{ createdAt: 'then', signingKey: 'key' }], [{ url: '' }], [{ url: 1 }]])(
		'is no registration without an address: %j',
		(staticData) => {
			expect(readStored(staticData)).toBeUndefined();
		},
	);

	it.each<[IDataObject]>([[{}], [{ createdAt: 7, signingKey: null }]])('may lack the rest: %j', (rest) => {
		const { url } = registration;
		expect(readStored({ url, ...rest })).toEqual({ url, createdAt: '', signingKey: '' });
	});
});
