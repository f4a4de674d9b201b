// If this fails, a model is offered an operation that it cannot use.
import {
	cells,
	isOffered,
	labelled,
	LONGEST_NAME,
	operationOf,
	shownFields,
	toolOf,
} from '../e2e/support/toolCells';
import { everyOperation } from '../operations';
import { argumentName, isByModel } from '../operations/byModel';

/** What can be said of the nodes as tools without starting an n8n. */
describe('operations as tools (toolCalls in test/operations)', () => {
	it('are all offered to models, except those for all items at once', () => {
		const hidden = everyOperation.filter((operation) => !isOffered(operation));
		expect(hidden).toEqual(everyOperation.filter(({ overAllItems }) => overAllItems));
		const offered = everyOperation.filter(isOffered).map(({ name }) => name);
		expect([...new Set(cells.map(({ operation }) => operation))]).toEqual(offered);
	});

	it.each(labelled)('$label: has a name that models take', ({ says }) => {
		expect(says.length).toBeLessThanOrEqual(LONGEST_NAME);
	});

	it.each(labelled)('$label: a model can fill every required field', (cell) => {
		const { parameters } = toolOf(cell);
		const required = shownFields(operationOf(cell), parameters).filter((field) => field.required);
		// The form of a template can be made only for a template the person chose.
		const byPerson = isByModel(cell.parameters.parameters ?? null) ? ['template'] : [];
		for (const { name, displayName } of required.filter(({ name }) => !byPerson.includes(name))) {
			expect([name, JSON.stringify(parameters[name])]).toEqual([
				name,
				expect.stringContaining(`$fromAI('${argumentName(displayName)}'`),
			]);
		}
	});
});
