/**
 * Looks a value up in an item: by the whole name first, since column names hold dots too, then as a
 * dotted path.
 *
 * @param json the item's data
 * @param name for example `first_name`, `customer.phone` or `tags.0`
 */
export function itemValue(json: Record<string, unknown>, name: string): unknown {
	if (Object.hasOwn(json, name)) return json[name];
	let value: unknown = json;
	for (const key of name.split('.')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}
