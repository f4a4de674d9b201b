import type { Contact, DistributionList } from '../state/contacts';

type Row = [phone: string, fname: string, lname: string, city: string, data1: string];

const customers: Row[] = [
	['0501111001', 'Dana', 'Levi', 'Haifa', 'A-1001'],
	['0501111002', 'Yossi', 'Cohen', 'Tel Aviv', 'A-1002'],
	['0501111003', 'Noa', 'Mizrahi', 'Jerusalem', 'A-1003'],
	['0501111004', 'Omer', 'Peretz', 'Eilat', 'A-1004'],
	['0501111005', 'Maya', 'Biton', 'Ashdod', 'A-1005'],
	['0501111006', 'Amir', 'Haddad', 'Nazareth', 'A-1006'],
	['0501111007', 'Tamar', 'Friedman', 'Netanya', 'A-1007'],
	['0501111008', 'Ido', 'Katz', 'Holon', 'A-1008'],
	['0501111009', 'Shira', 'Azoulay', 'Bat Yam', 'A-1009'],
	['0501111010', 'Eitan', 'Malka', 'Rehovot', 'A-1010'],
	['0521111011', 'Lior', 'Avraham', 'Haifa', 'A-1011'],
	['0521111012', 'Roni', 'Shapira', 'Tel Aviv', 'A-1012'],
	['0521111013', 'Guy', 'Dayan', 'Herzliya', 'A-1013'],
	['0521111014', 'Adi', 'Segal', 'Raanana', 'A-1014'],
	['0521111015', 'Nir', 'Ohana', 'Beer Sheva', 'A-1015'],
	['0521111016', 'Hila', 'Gabay', 'Ramla', 'A-1016'],
	['0521111017', 'Tal', 'Yosef', 'Lod', 'A-1017'],
	['0521111018', 'Gal', 'Amar', 'Afula', 'A-1018'],
	['0541111019', 'Yael', 'Golan', 'Tiberias', 'A-1019'],
	// No names and no data: a template that reads them skips this contact.
	['0541111020', '', '', '', ''],
	['0541111021', 'Ben', 'Harari', 'Acre', 'A-1021'],
	['0541111022', 'Orly', 'Zohar', 'Modiin', 'A-1022'],
	['0541111023', 'Chen', 'Baruch', 'Yavne', 'A-1023'],
	['0541111024', 'Avi', 'Nahum', 'Safed', 'A-1024'],
	['0541111025', 'Keren', 'Sasson', 'Karmiel', 'A-1025'],
];

const blockedCustomers = ['0541111023', '0541111024', '0541111025'];

const vip: Row[] = [
	['0501111001', 'Dana', 'Levi', 'Haifa', 'gold'],
	['0521111012', 'Roni', 'Shapira', 'Tel Aviv', 'gold'],
	['0541111019', 'Yael', 'Golan', 'Tiberias', 'platinum'],
	['0541111022', 'Orly', 'Zohar', 'Modiin', 'gold'],
	['0581111030', 'Sam', 'Weiss', 'Caesarea', 'platinum'],
];

const single: Row[] = [['0501111001', 'Dana', 'Levi', 'Haifa', 'A-1001']];

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
export const blockedPhones = ['0509999999'];
