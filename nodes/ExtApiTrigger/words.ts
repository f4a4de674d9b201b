/** The words of a list, or of a text that an expression gave instead. */
export function wordsOf(given: unknown): string[] {
	const texts = Array.isArray(given) ? given.map(String) : [String(given ?? '')];
	return texts.flatMap((text) => text.split(/[,;\s]+/)).filter((word) => word !== '');
}
