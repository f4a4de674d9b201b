// If this fails, a merge field takes another column.
import { itemValue } from '../../../nodes/shared/rules/itemValue';

describe('a value of an item', () => {
	it.each([
		['phone', { phone: 1 }, 1],
		['phone', { '\ufeffphone': 1 }, 1],
		['phone', { ' phone ': 1 }, 1],
		['\ufeffphone', { phone: 1 }, 1],
		['First Name', { 'First Name ': 1 }, 1],
		['customer.phone', { 'customer ': { '\ufeffphone': 1 } }, 1],
		['customer.phone', { ' customer.phone': 1 }, 1],
		// The exact name wins, wherever it stands.
		['phone', { ' phone': 1, phone: 2 }, 2],
		['phone', { Phone: 1 }, undefined],
		['phone', {}, undefined],
		['toString', {}, undefined],
	])('%s of %j', (name, json, value) => {
		expect(itemValue(json, name)).toBe(value);
	});
});
