/** A row as a sketch holds it: numbers made of a hash, which tell rows of a campaign apart for certain enough. */
export interface SketchedRow {
	/** Of whom it is for, below 2^24. */
	whom: number;
	/** Of what that recipient gets, below 2^16. */
	what: number;
}

/** How two sets of rows differ. */
export interface RowsDiffer {
	more: number;
	/** `whom` of each row that is there no more. */
	missing: number[];
	/** Rows for a recipient of both that say something else. */
	changed: number;
}

/** Slots of a sketch: enough for some twenty rows that differ. */
const SLOTS = 36;
/** Each row is in a slot of each third. */
const THIRDS = 3;
/** Bytes of a slot: a count, `whom`, `what`, and a check of both. */
const SLOT_BYTES = 7;
/** Characters of a sketch as text. */
export const SKETCH_LENGTH = (SLOTS * SLOT_BYTES * 4) / 3;

interface Slot extends SketchedRow {
	count: number;
	check: number;
}

/**
 * A set of rows in a text of fixed size, however many they are. Of two such sets, the rows that differ can be read
 * if they are few (an invertible Bloom lookup table: each slot has the sum of its rows, and what two sketches have
 * in common cancels out).
 */
export class RowSketch {
	private readonly slots: Slot[] = Array.from({ length: SLOTS }, () => ({
		...{ count: 0, whom: 0, what: 0, check: 0 },
	}));

	add(row: SketchedRow, count = 1): void {
		const check = checkOf(row);
		for (let third = 0; third < THIRDS; third++) {
			const slot = this.slots[placeOf(row, third)];
			slot.count = (slot.count + count) & 0xff;
			slot.whom ^= row.whom;
			slot.what ^= row.what;
			slot.check ^= check;
		}
	}

	/** The sketch as text, safe in a URL. */
	toString(): string {
		const bytes = Buffer.alloc(SLOTS * SLOT_BYTES);
		this.slots.forEach(({ count, whom, what, check }, index) => {
			const at = index * SLOT_BYTES;
			bytes.writeUInt8(count, at);
			bytes.writeUIntBE(whom, at + 1, 3);
			bytes.writeUInt16BE(what, at + 4);
			bytes.writeUInt8(check, at + 6);
		});
		return bytes.toString('base64url');
	}

	static from(text: string): RowSketch {
		const bytes = Buffer.from(text, 'base64url');
		const sketch = new RowSketch();
		sketch.slots.forEach((slot, index) => {
			const at = index * SLOT_BYTES;
			slot.count = bytes.readUInt8(at);
			slot.whom = bytes.readUIntBE(at + 1, 3);
			slot.what = bytes.readUInt16BE(at + 4);
			slot.check = bytes.readUInt8(at + 6);
		});
		return sketch;
	}

	/**
	 * How the rows of this sketch differ from earlier ones.
	 *
	 * @returns undefined where so many differ that the sketches no longer tell which
	 */
	since(earlier: RowSketch): RowsDiffer | undefined {
		const left = new RowSketch();
		left.slots.forEach((slot, index) => {
			const [now, before] = [this.slots[index], earlier.slots[index]];
			slot.count = (now.count - before.count) & 0xff;
			slot.whom = now.whom ^ before.whom;
			slot.what = now.what ^ before.what;
			slot.check = now.check ^ before.check;
		});
		const rows = left.takeAll();
		return rows && differOf(rows);
	}

	/** Takes out one row after the other; undefined where some stay that no slot has for itself. */
	private takeAll(): Array<SketchedRow & { sign: number }> | undefined {
		const rows: Array<SketchedRow & { sign: number }> = [];
		let single: Slot | undefined;
		while ((single = this.slots.find(isSingle)) !== undefined) {
			const { count, whom, what } = single;
			const sign = count === 1 ? 1 : -1;
			rows.push({ whom, what, sign });
			// A slot that only seems to have one would put others out forever.
			if (rows.length > SLOTS) return undefined;
			this.add({ whom, what }, -sign);
		}
		const isEmpty = this.slots.every(({ count, whom, what }) => !count && !whom && !what);
		return isEmpty ? rows : undefined;
	}
}

function isSingle({ count, check, ...row }: Slot, index: number): boolean {
	if (count !== 1 && count !== 0xff) return false;
	if (check !== checkOf(row)) return false;
	return Array.from({ length: THIRDS }, (_, third) => placeOf(row, third)).includes(index);
}

function differOf(rows: Array<SketchedRow & { sign: number }>): RowsDiffer {
	const balance = new Map<number, { more: number; fewer: number }>();
	for (const { whom, sign } of rows) {
		const known = balance.get(whom) ?? { more: 0, fewer: 0 };
		if (sign > 0) known.more++;
		else known.fewer++;
		balance.set(whom, known);
	}
	const all: RowsDiffer = { more: 0, missing: [], changed: 0 };
	for (const [whom, { more, fewer }] of balance) {
		const changed = Math.min(more, fewer);
		all.changed += changed;
		all.more += more - changed;
		for (let left = fewer - changed; left > 0; left--) all.missing.push(whom);
	}
	return all;
}

/** Mixes the bits of a row, as 32 of them. */
function mixed({ whom, what }: SketchedRow, salt: number): number {
	let bits = Math.imul(whom ^ Math.imul(what + salt, 0x9e3779b1), 0x85ebca6b);
	bits ^= bits >>> 13;
	bits = Math.imul(bits, 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}

function placeOf(row: SketchedRow, third: number): number {
	const size = SLOTS / THIRDS;
	return third * size + (mixed(row, third + 1) % size);
}

function checkOf(row: SketchedRow): number {
	return mixed(row, 77) & 0xff;
}

/** A number of 32 bits for a text (FNV-1a, and its bits mixed), which costs much less than a hash that no one can forge. */
export function markOf(text: string): number {
	let bits = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) {
		bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
	}
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	return (bits ^ (bits >>> 13)) >>> 0;
}
