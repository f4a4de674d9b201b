import { problem, quoted, type Read, type Reader } from './reader';

/** A part of an option: a person adds some of them, each under its name with fields of its own. */
export interface Part<T> {
	/** As people see it. */
	label: string;
	/** Reads the part's fields. */
	reader: Reader<T>;
}

/** The only field of a part. */
export function onlyField<T>(name: string, reader: Reader<T>): Reader<T> {
	return (part) => reader((part as Record<string, unknown> | null)?.[name]);
}

/**
 * Reads the parts of an option that a person added; a name that is none of them is refused, and so is an option
 * without any.
 *
 * @param noun what a part is called, such as "limit"
 * @param whenEmpty what to do about an option without parts
 */
export function partsReader<T extends object>(
	parts: { [Name in keyof T]-?: Part<NonNullable<T[Name]>> },
	noun = 'part',
	whenEmpty = `Add a ${noun}, or remove the option.`,
): Reader<T> {
	return (entered): Read<T> => {
		const read: Partial<T> = {};
		for (const [name, part] of Object.entries(Object(entered) as Record<string, unknown>)) {
			if (!Object.hasOwn(parts, name)) {
				return problem(
					`has ${quoted(name)}, which is not a ${noun}`,
					`Remove it, and add the ${noun} again.`,
				);
			}
			const { label, reader } = parts[name as keyof T];
			const found = reader(part);
			if ('problem' in found) {
				return problem(`has '${label}', which ${found.problem.rule}`, found.problem.fix);
			}
			read[name as keyof T] = found.value;
		}
		return Object.keys(read).length === 0
			? problem('is empty or missing', whenEmpty)
			: { value: read as T };
	};
}
