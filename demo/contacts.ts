import { cities, firstNames, lastNames } from './names';

/** What is wrong with a row, as someone who looks over the file would say it. */
export type PlantedProblem =
	'too short' | 'letters' | 'empty' | 'abroad without country code' | 'lost leading zero';

/** A row of the made-up CRM export, with what the demo expects to become of it. */
export interface Contact {
	first_name: string;
	last_name: string;
	/** As the CRM spells it. */
	phone: string;
	city: string;
	/** Year. */
	customer_since: number;
	/** Set when the phone cannot be sent to. */
	problem?: PlantedProblem;
	/** Set when an earlier row is the same person: that row's index. */
	duplicateOf?: number;
	/** The phone as the service knows it: local form for Israel, digits with country code for abroad. */
	canonical: string;
}

/** Rows of the file. */
export const contactCount = 1000;

const every: Record<PlantedProblem, { offset: number; step: number }> = {
	'too short': { offset: 17, step: 111 },
	letters: { offset: 43, step: 250 },
	empty: { offset: 71, step: 166 },
	'abroad without country code': { offset: 89, step: 320 },
	'lost leading zero': { offset: 28, step: 90 },
};
const duplicateEvery = { offset: 95, step: 100, distance: 60 };
const abroadEvery = { offset: 6, step: 47 };
/** No network assigns numbers with this prefix: anyone who runs the example with a real credential reaches no one. */
const mobilePrefixes = ['057'];

/**
 * Makes up the demo's contacts. The same on every machine and in every run, so that the file in `examples/data`
 * can be checked against it.
 */
export function makeContacts(): Contact[] {
	const random = randomNumbers(20_240_501);
	const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)];
	const contacts: Contact[] = [];
	for (let row = 0; row < contactCount; row++) {
		const person = {
			first_name: pick(firstNames),
			last_name: pick(lastNames),
			city: pick(cities),
			customer_since: 2012 + Math.floor(random() * 13),
		};
		const problem = problemOf(row);
		const isAbroad = row % abroadEvery.step === abroadEvery.offset && !problem;
		const canonical = isAbroad ? abroadNumber(row) : mobileNumber(row, random);
		const phone = problem ? spoil(canonical, problem) : spell(canonical, row);
		const original = contacts[row - duplicateEvery.distance];
		const repeats =
			row % duplicateEvery.step === duplicateEvery.offset && !problem && !original.problem;
		contacts.push(
			repeats
				? {
						...original,
						phone: spell(original.canonical, row),
						duplicateOf: row - duplicateEvery.distance,
					}
				: { ...person, phone, canonical, problem },
		);
	}
	return contacts;
}

/** The contacts as the CSV file in `examples/data`, with a header line. */
export function contactsCsv(contacts: Contact[]): string {
	const columns = ['first_name', 'last_name', 'phone', 'city', 'customer_since'] as const;
	const lines = contacts.map((contact) => columns.map((column) => contact[column]).join(','));
	return [columns.join(','), ...lines, ''].join('\n');
}

function problemOf(row: number): PlantedProblem | undefined {
	const found = Object.entries(every).find(([, { offset, step }]) => row % step === offset);
	return found?.[0] as PlantedProblem | undefined;
}

/** Unique by its last digits. The 2 after the prefix keeps clear of lines that take no SMS. */
function mobileNumber(row: number, random: () => number): string {
	const tail = String(row * 997 + 1 + Math.floor(random() * 900)).padStart(6, '0');
	return `${mobilePrefixes[row % mobilePrefixes.length]}2${tail.slice(-6)}`;
}

/** From the range the British regulator keeps for fiction. */
function abroadNumber(row: number): string {
	return `4477009001${String(Math.floor(row / abroadEvery.step)).padStart(2, '0')}`;
}

/** The spellings people use; all of them mean the same number. */
function spell(canonical: string, row: number): string {
	if (!canonical.startsWith('0')) return `+${canonical}`;
	const [prefix, start, end] = [canonical.slice(0, 3), canonical.slice(3, 6), canonical.slice(6)];
	const spellings = [
		canonical,
		`${prefix}-${start}${end}`,
		`${prefix} ${start} ${end}`,
		`+972 ${prefix.slice(1)} ${start} ${end}`,
		`972${canonical.slice(1)}`,
	];
	return spellings[row % spellings.length];
}

function spoil(canonical: string, problem: PlantedProblem): string {
	const spoiled: Record<PlantedProblem, string> = {
		'too short': canonical.slice(0, 8),
		letters: 'ask her brother',
		empty: '',
		'abroad without country code': '07700900999',
		'lost leading zero': canonical.slice(1),
	};
	return spoiled[problem];
}

/** Mulberry32: small, and the same everywhere, unlike Math.random. */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
