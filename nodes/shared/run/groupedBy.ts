/** Values by what they have in common, each group and all groups in the order they were met; `Map.groupBy` of Node 21. */
export function groupedBy<Value, Key>(
	values: Value[],
	keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [value]);
		else group.push(value);
	}
	return groups;
}
