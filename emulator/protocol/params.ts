import { countChars, cutChars } from './chars';
import type { JsonObject, JsonValue } from './json';
import type { Readings } from './readings';
import { ServiceError } from './serviceError';

/**
 * The parameters of one request, whatever mode they came in. An empty value counts as not sent, and a JSON number or
 * boolean counts as its text (true is "1"), because the plain modes know nothing else.
 */
export class Params {
	constructor(
		private readonly values: JsonObject,
		/** Whether they came in a JSON body. */
		readonly json: boolean,
		/** The last parameter's name, for the rule that a plain `validate` stands last. */
		readonly lastName?: string,
		private readonly emoji: Readings['emoji'] = 'one',
	) {}

	/** The value as it came, or undefined. */
	raw(name: string): JsonValue | undefined {
		return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
	}

	/** Whether the parameter is in the request, even without a value. */
	present(name: string): boolean {
		return this.raw(name) !== undefined;
	}

	/** Whether the parameter is in the request with a value. */
	sent(name: string): boolean {
		const value = this.raw(name);
		return value !== undefined && value !== null && value !== '';
	}

	/** Names of all parameters, in the order sent. */
	names(): string[] {
		return Object.keys(this.values);
	}

	/** A scalar parameter as text, undefined when not sent. Throws `<name> must be a single value` for a list or an object. */
	text(name: string): string | undefined {
		if (!this.sent(name)) return undefined;
		const value = this.raw(name);
		if (typeof value === 'boolean') return value ? '1' : '0';
		if (typeof value === 'string' || typeof value === 'number') return String(value);
		throw new ServiceError(`${name} must be a single value`);
	}

	/** A parameter as text without any error: a list or an object is its JSON text. Undefined when not sent. */
	anyText(name: string): string | undefined {
		const value = this.raw(name);
		return typeof value === 'object' && value !== null ? JSON.stringify(value) : this.text(name);
	}

	/** A scalar parameter as text. Throws `<name> is required`. */
	required(name: string): string {
		const value = this.text(name);
		if (value === undefined) throw new ServiceError(`${name} is required`);
		return value;
	}

	/** An integer in a range. Throws `<name> must be between <min> and <max>`; nothing is rounded or clamped. */
	integer(name: string, min: number, max: number): number | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		if (!/^-?\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max) {
			throw new ServiceError(`${name} must be between ${min} and ${max}`);
		}
		return Number(value);
	}

	/** One of a closed set of values. Throws `<name> must be one of …`. */
	oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		const found = allowed.find((candidate) => candidate === value);
		if (found === undefined) throw new ServiceError(`${name} must be one of ${allowed.join(', ')}`);
		return found;
	}

	/** A text of limited length, in characters. Throws `<name> must be <min> to <max> chars`. */
	textOf(name: string, min: number, max: number): string | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		const length = this.countChars(value);
		if (length < min || length > max) {
			throw new ServiceError(
				min > 1 ? `${name} must be ${min} to ${max} chars` : `${name} must be up to ${max} chars`,
			);
		}
		return value;
	}

	/** A numeric code such as `sid`. Throws `<name> must be a number`. */
	code(name: string): number | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		if (!/^\d{1,15}$/.test(value)) throw new ServiceError(`${name} must be a number`);
		return Number(value);
	}

	/** Characters of a text, for the specification's limits. */
	countChars(text: string): number {
		return countChars(text, this.emoji);
	}

	/** The first `most` characters of a text. */
	cut(text: string, most: number): string {
		return cutChars(text, most, this.emoji);
	}
}
