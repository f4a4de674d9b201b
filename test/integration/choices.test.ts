// If this fails, a choice that no person made decides which fields are read, and so what is sent to whom.
import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { everyOperation } from '../operations';
import { runNode, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ campaignStepMs: 60_000, withoutZero: 'abroad' });

/** Read by n8n itself; and the mode of a campaign, which is read before its fields. */
const READ_OTHERWISE = ['resource', 'operation', 'mode'];

/** The choices of operations by which other fields are shown. */
const choices = everyOperation.flatMap((operation) => {
	const { properties } = operation.node().description;
	const shown = properties.filter((field) =>
		NodeHelpers.displayParameter(operation.parameters, field, null, operation.node().description),
	);
	const decides = ({ name }: INodeProperties) =>
		properties.some(({ displayOptions = {} }) =>
			[displayOptions.show, displayOptions.hide].some((when) => when !== undefined && name in when),
		);
	return shown
		.filter(({ type, name }) => type === 'options' && !READ_OTHERWISE.includes(name))
		.filter(decides)
		.map((choice) => ({ title: `${operation.name}: ${choice.displayName}`, operation, choice }));
});

it('are known', () => {
	expect(choices.length).toBeGreaterThan(12);
});

it.each(choices)('$title takes no expression', ({ choice }) => {
	expect(choice.noDataExpression).toBe(true);
});

it.each(
	choices.flatMap((each) => {
		const [{ value }] = each.choice.options as INodePropertyOptions[];
		return [`={{ '${String(value)}' }}`, String(value).toUpperCase(), ` ${String(value)}`].map(
			(wrong) => ({ ...each, wrong }),
		);
	}),
)('$title is refused as $wrong, before anything leaves', async ({ operation, choice, wrong }) => {
	service.control.reset();
	await operation.prepare?.(service);
	const { error } = await runNode({
		node: operation.node(),
		credential: service.credential('demo-token-full'),
		parameters: { ...operation.parameters, [choice.name]: wrong },
		items: operation.usualItems.slice(0, 1),
	});
	expect(sentencesOf(error).all).toMatch(new RegExp(`${choice.displayName} must be`));
	expect(service.bodies()).toEqual([]);
});
