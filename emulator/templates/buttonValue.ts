const allowed = /^[A-Za-z0-9\-_.~%/?#=&+,:]*$/;
const longest = 200;

/** What is wrong with a button's value, as the ending of the documented texts (specification, Error words). */
export function buttonProblem(value: string): string | undefined {
	if (/\s/.test(value)) return 'cannot contain spaces';
	if (!allowed.test(value)) return 'contains disallowed characters';
	if (value.includes('..') || value.includes('//')) return 'cannot contain .. or //';
	return value.length > longest ? `is too long (max ${longest})` : undefined;
}
