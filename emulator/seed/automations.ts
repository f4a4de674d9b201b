import type { Automation } from '../state/automation';

/** Fresh copies of the seeded automations. */
export function seedAutomations(): Automation[] {
	return [
		{
			autoid: 701,
			name: 'New lead',
			condition: 'active',
			trigger: 'webhook',
			fields: ['name', 'phone', 'city', 'orderPhone'],
			assignedTo: [501],
		},
		{
			autoid: 702,
			name: 'Paused',
			condition: 'paused',
			trigger: 'webhook',
			fields: ['name'],
			assignedTo: [],
		},
		{
			autoid: 703,
			name: 'Draft',
			condition: 'draft',
			trigger: 'webhook',
			fields: ['name'],
			assignedTo: [],
		},
		{
			autoid: 704,
			name: 'No field definitions',
			condition: 'active',
			trigger: 'webhook',
			fields: [],
			assignedTo: [],
		},
		{
			autoid: 705,
			name: 'Three a minute',
			condition: 'active',
			trigger: 'webhook',
			fields: ['name'],
			rateLimit: { runs: 3, per: 'minute' },
			assignedTo: [],
		},
		{
			autoid: 706,
			name: 'Birthday',
			condition: 'active',
			trigger: 'other',
			fields: ['name'],
			assignedTo: [],
		},
		{
			autoid: 707,
			name: 'Declares the name of a reserved variable',
			condition: 'active',
			trigger: 'webhook',
			fields: ['note', 'datetime'],
			assignedTo: [],
		},
	];
}
