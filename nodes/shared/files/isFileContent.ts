/**
 * Whether an item has a file at all: a call only where that is its content, which an expression may decide
 * for each item; operations without such a choice always.
 *
 * @param read reads a parameter of the item
 */
export function isFileContent(read: (name: string, fallback: string) => unknown): boolean {
	return read('content', 'file') === 'file';
}
