/** The rows of test/operations, by the names tests of single concerns know them by. */
export {
	everyOperation,
	perItemOperations,
	type Operation as EveryOperation,
} from '../../operations';
export { manyItems, scheduleTwo, twoItems } from '../../operations/items';
