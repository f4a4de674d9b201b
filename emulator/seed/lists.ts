import type { Contact, DistributionList } from '../state/contacts';

type Row = [phone: string, fname: string, lname: string, city: string, data1: string];

const customers: Row[] = [
	['0570001001', 'Dana', 'Levi', 'Haifa', 'A-1001'],
	['0570001002', 'Yossi', 'Cohen', 'Tel Aviv', 'A-1002'],
	['0570001003', 'Noa', 'Mizrahi', 'Jerusalem', 'A-1003'],
	['0570001004', 'Omer', 'Peretz', 'Eilat', 'A-1004'],
	['0570001005', 'Maya', 'Biton', 'Ashdod', 'A-1005'],
	['0570001006', 'Amir', 'Haddad', 'Nazareth', 'A-1006'],
	['0570001007', 'Tamar', 'Friedman', 'Netanya', 'A-1007'],
	['0570001008', 'Ido', 'Katz', 'Holon', 'A-1008'],
	['0570001009', 'Shira', 'Azoulay', 'Bat Yam', 'A-1009'],
	['0570001010', 'Eitan', 'Malka', 'Rehovot', 'A-1010'],
	['0570021011', 'Lior', 'Avraham', 'Haifa', 'A-1011'],
	['0570021012', 'Roni', 'Shapira', 'Tel Aviv', 'A-1012'],
	['0570021013', 'Guy', 'Dayan', 'Herzliya', 'A-1013'],
	['0570021014', 'Adi', 'Segal', 'Raanana', 'A-1014'],
	['0570021015', 'Nir', 'Ohana', 'Beer Sheva', 'A-1015'],
	['0570021016', 'Hila', 'Gabay', 'Ramla', 'A-1016'],
	['0570021017', 'Tal', 'Yosef', 'Lod', 'A-1017'],
	['0570021018', 'Gal', 'Amar', 'Afula', 'A-1018'],
	['0570011019', 'Yael', 'Golan', 'Tiberias', 'A-1019'],
	// No names and no data: a template that reads them skips this contact.
	['0570011020', '', '', '', ''],
	['0570011021', 'Ben', 'Harari', 'Acre', 'A-1021'],
	['0570011022', 'Orly', 'Zohar', 'Modiin', 'A-1022'],
	['0570011023', 'Chen', 'Baruch', 'Yavne', 'A-1023'],
	['0570011024', 'Avi', 'Nahum', 'Safed', 'A-1024'],
	['0570011025', 'Keren', 'Sasson', 'Karmiel', 'A-1025'],
];

const blockedCustomers = ['0570011023', '0570011024', '0570011025'];

const vip: Row[] = [
	['0570001001', 'Dana', 'Levi', 'Haifa', 'gold'],
	['0570021012', 'Roni', 'Shapira', 'Tel Aviv', 'gold'],
	['0570011019', 'Yael', 'Golan', 'Tiberias', 'platinum'],
	['0570011022', 'Orly', 'Zohar', 'Modiin', 'gold'],
	['0570031030', 'Sam', 'Weiss', 'Caesarea', 'platinum'],
];

const single: Row[] = [['0570001001', 'Dana', 'Levi', 'Haifa', 'A-1001']];

function toContact([phone, fname, lname, data, data1]: Row, blocked: boolean): Contact {
	return { phone, blocked, fields: { fname, lname, data, data1 } };
}

function toList(pid: number, name: string, rows: Row[], blocked: string[] = []): DistributionList {
	const contacts = rows.map((row) => toContact(row, blocked.includes(row[0])));
	return { pid, name, contacts: new Map(contacts.map((contact) => [contact.phone, contact])) };
}

/** Fresh copies of the seeded distribution lists. */
export function seedLists(): Map<number, DistributionList> {
	const lists = [
		toList(1001, 'Customers', customers, blockedCustomers),
		toList(1002, 'VIP', vip),
		toList(1003, 'Empty', []),
		toList(1004, 'One contact', single),
	];
	return new Map(lists.map((list) => [list.pid, list]));
}

/** Phones blocked in the whole account; adding them to a list answers BLOCKED even with `unblock=1`. */
export const blockedPhones = ['0570099999'];
