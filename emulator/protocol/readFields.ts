/** Reads the value of one field; throws with what it must be, without the name of the field. */
export type Reader<T> = (value: unknown) => T;

type Shape = Record<string, Reader<unknown>>;
type Fields<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> };

/**
 * Reads the fields of a body of the control interface.
 *
 * @param given the body as decoded
 * @param shape every field there is, and how its value is read
 * @throws with the field, its rule and what was given
 */
export function readFields<S extends Shape>(given: unknown, shape: S): Fields<S> {
	if (typeof given !== 'object' || given === null || Array.isArray(given)) {
		throw new Error('the body must be a JSON object');
	}
	const values = given as Record<string, unknown>;
	const names = Object.keys(shape);
	const unknown = Object.keys(values).find((name) => !names.includes(name));
	if (unknown !== undefined) {
		throw new Error(`there is no field ${unknown}, only ${names.join(', ') || 'none at all'}`);
	}
	const read = names.map((name) => [name, readField(name, values[name], shape[name])]);
	return Object.fromEntries(read) as Fields<S>;
}

/** Reads one value. Throws with its name, its rule and what was given. */
export function readField<T>(name: string, value: unknown, reader: Reader<T>): T {
	try {
		return reader(value);
	} catch (error) {
		const given = value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100);
		throw new Error(`${name} must be ${(error as Error).message}, not ${given}`);
	}
}

/** A field that may be left out. */
export const optional =
	<T>(reader: Reader<T>): Reader<T | undefined> =>
	(value) =>
		value === undefined ? undefined : reader(value);

/** A field that may be null. */
export const orNull =
	<T>(reader: Reader<T>): Reader<T | null> =>
	(value) =>
		value === null ? null : reader(value);

export const text: Reader<string> = (value) => {
	if (typeof value !== 'string') throw new Error('a text');
	return value;
};

export const yesOrNo: Reader<boolean> = (value) => {
	if (typeof value !== 'boolean') throw new Error('true or false');
	return value;
};

export const anyNumber: Reader<number> = (value) => {
	if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error('a number');
	return value;
};

/** A whole number between two others, both included. */
export const wholeNumber =
	(least: number, most: number): Reader<number> =>
	(value) => {
		if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) {
			return value as number;
		}
		throw new Error(`a whole number from ${least} to ${most}`);
	};

export const oneOf =
	<const T extends string>(allowed: readonly T[]): Reader<T> =>
	(value) => {
		const found = allowed.find((each) => each === value);
		if (found === undefined) throw new Error(`one of ${allowed.join(', ')}`);
		return found;
	};

/** An object of texts. */
export const texts: Reader<Record<string, string>> = (value) => {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	if (isObject && Object.values(value).every((each) => typeof each === 'string')) {
		return value as Record<string, string>;
	}
	throw new Error('an object of texts');
};
