/** The part of a context that all items of a run share. */
interface RunContext {
	getExecuteData(): object;
}

/**
 * Makes something that the items of one run share, and no other run sees. It goes when the run does.
 *
 * In n8n (1.123, 2.0 and 2.41) the contexts of a run's items have only its execution data in common.
 * Delete this when n8n gives hooks a place for a run.
 */
export function ofRun<T>(make: () => T): (context: RunContext) => T {
	const known = new WeakMap<object, T>();
	return (context) => {
		const run = context.getExecuteData();
		const found = known.get(run) ?? make();
		known.set(run, found);
		return found;
	};
}
