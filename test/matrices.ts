/**
 * `npm test` plays a part of the large matrices, in which each operation, setting and kind of fault still
 * stands; `npm run test:all -- matrices` plays them whole.
 */
const isWhole = process.env.WHOLE_MATRICES === '1';

/**
 * One of several variants of a cell, another for each of its neighbors; all of them where matrices are
 * played whole.
 *
 * @param place the cell's places in the matrix's dimensions, each counted from 0
 */
export function variantsOf<T>(variants: T[], ...place: number[]): T[] {
	if (isWhole) return variants;
	return [variants[place.reduce((sum, each) => sum + each, 0) % variants.length]];
}
