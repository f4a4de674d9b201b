/** The free fields of a contact (specification, Contacts). */
export type ContactField =
	'fname' | 'lname' | 'data' | 'data1' | 'data2' | 'data3' | 'data4' | 'bd' | 'ip';

/** A contact of one list. `blocked` contacts are no longer registered but remembered. */
export interface Contact {
	phone: string;
	blocked: boolean;
	fields: Partial<Record<ContactField, string>>;
}

/** A distribution list; contacts by canonical phone. */
export interface DistributionList {
	pid: number;
	name: string;
	contacts: Map<string, Contact>;
}
