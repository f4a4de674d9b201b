// If this fails, people cannot find the field for a template's file.
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { ExtApiChat } from '../../../nodes/ExtApiChat/ExtApiChat.node';

/**
 * Send Template: one place for the link to a template's file, whatever its choices hold.
 *
 * n8n's editor puts what an expression gives for the first item in its place, or nothing where it
 * fails, and leaves beside it what was saved. Running a workflow, n8n looks at the expression.
 */
const { description } = new ExtApiChat();
const names = ['invoice (en, utility, needs document)', 'sale (en, marketing, with image)'];
const chosenBefore = ['numbers', 'lists', 'ownParameters'];
const filledFrom = [undefined, 'form', 'json', 'list'];

/** Names of the fields shown that can hold the link. */
function placesOfLink(sendTo: string, parametersFrom: string | undefined, name?: string): string[] {
	const parameters: INodeParameters = {
		resource: 'message',
		operation: 'sendTemplate',
		sendTo,
		...(parametersFrom !== undefined && { parametersFrom }),
		template: { __rl: true, mode: 'list', value: '2005', ...(name && { cachedResultName: name }) },
		fileFrom: 'link',
	};
	return description.properties
		.filter((field) => ['fileUrl', 'parameters'].includes(field.name))
		.filter((field) => NodeHelpers.displayParameter(parameters, field, null, description))
		.map((field) => field.name);
}

describe.each([undefined, ...names])('a template with the name %s', (name) => {
	const rows = chosenBefore.flatMap((sendTo) => filledFrom.map((from) => [sendTo, from] as const));
	it.each(rows)('has one place for the link: to %s, parameters from %s', (sendTo, from) => {
		const form = sendTo !== 'ownParameters' && from === 'form';
		expect(placesOfLink(sendTo, from, name)).toEqual([form ? 'parameters' : 'fileUrl']);
	});

	it.each(filledFrom)('has one when an expression chooses the recipients, and %s', (from) => {
		const places = placesOfLink("={{ 'ownParameters' }}", from, name);
		expect(places.filter((place) => place === 'fileUrl')).toHaveLength(1);
	});

	it.each([...chosenBefore, '', "={{ 'numbers' }}"])(
		'has one when an expression says where the parameters are from, to %s',
		(sendTo) => {
			for (const from of ["={{ 'form' }}", '']) {
				const places = placesOfLink(sendTo, from, name);
				expect(places.filter((place) => place === 'fileUrl')).toHaveLength(1);
			}
		},
	);
});
