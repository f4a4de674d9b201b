// If this fails, a panel offers what the node refuses for what a person chose before.
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { everyOperation, operationNamed, type Operation } from '../operations';
import { twoItems } from '../operations/items';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** What a person can choose in a panel, one choice after the other, and what the panel offers then. */

const service = serviceForTests();

/** Fields that say who gets a message: a request has one of them. */
const WHO = ['list', 'pid', 'listjson'];

const isShown = (
	all: INodeParameters,
	field: INodeProperties | INodePropertyOptions,
	description: INodeTypeDescription,
) => NodeHelpers.displayParameter(all, field as INodeProperties, null, description);

/** The fields a panel shows with these values. */
function shownFields({ node }: Operation, values: INodeParameters) {
	const { description } = node();
	const { properties } = description;
	const all = NodeHelpers.getNodeParameters(properties, values, true, false, null, description)!;
	return {
		all,
		fields: properties.filter(
			({ type, ...field }) => type !== 'notice' && isShown(all, { type, ...field }, description),
		),
	};
}

/** Every set of choices that a person can make in a panel, each of values that are offered at that moment. */
function reachable(operation: Operation): INodeParameters[] {
	const { resource, operation: value } = operation;
	const found = new Map<string, INodeParameters>();
	const visit = (values: INodeParameters) => {
		const { all, fields } = shownFields(operation, values);
		const choices = fields.filter(
			({ type, name }) =>
				type === 'options' && !['resource', 'operation', 'fileFrom'].includes(name),
		);
		const made = Object.fromEntries(choices.map(({ name }) => [name, all[name]]));
		const key = JSON.stringify(made);
		if (found.has(key)) return;
		found.set(key, made as INodeParameters);
		for (const { name, options = [] } of choices) {
			for (const option of options as INodePropertyOptions[]) {
				if (!isShown(all, option, operation.node().description)) continue;
				visit({ ...values, ...(made as INodeParameters), [name]: option.value });
			}
		}
	};
	visit({ resource, operation: value });
	return [...found.values()];
}

const choices = everyOperation.flatMap((operation) =>
	reachable(operation).map((made) => ({
		title: `${operation.name}, ${JSON.stringify(made)}`,
		...{ operation, made },
	})),
);

it('a test is not offered with distribution lists, nor these with a test', () => {
	const both = choices.filter(({ made }) => made.mode === 'test' && made.sendTo === 'lists');
	expect(both).toEqual([]);
	expect(choices.some(({ made }) => made.mode === 'test')).toBe(true);
	expect(choices.some(({ made }) => made.sendTo === 'lists')).toBe(true);
});

/** A contact is added to a list: it has both. */
const sendings = choices.filter(({ operation }) => operation.type !== 'extApiContacts');

it.each(sendings)('at most one field says who gets it: $title', ({ operation, made }) => {
	const { resource, operation: value } = operation;
	const { fields } = shownFields(operation, { resource, operation: value, ...made });
	const who = fields.filter(({ name, routing }) => {
		const wire = routing?.send?.property;
		return wire === undefined ? name === 'recipient' : WHO.includes(wire);
	});
	expect(who.map(({ displayName }) => displayName).slice(1)).toEqual([]);
	// The text of a message is in the field that names the phones, or in one of its own.
	const own = fields.filter(({ routing }) => routing?.send?.property === 'listjson');
	const texts = fields.filter(({ routing }) => routing?.send?.property === 'msg');
	expect(own.length * texts.length).toBe(0);
});

/** What is entered in an option that is added, where its default is not a value. */
const entered: Record<string, unknown> = {
	...{ campaignKey: 'spring', leaveOut: '0570009999', spreadOver: 2, delay: 5 },
	...{ notificationEmail: 'a@example.com', notificationPhone: '0570004567' },
	...{ notificationUrl: 'http://127.0.0.1:1/page', description: 'Spring' },
	...{ sendAt: '2035-01-05T10:00:00', stopTime: '21:30' },
};

/**
 * Offered, and refused by name: n8n drops the value of an option that it hides, and what was to be spread over hours
 * would be sent at once.
 */
const refusedByName = ['Spread Over (Hours)'];

const campaigns = choices.filter(({ operation: { overAllItems, fields } }) => {
	const paths = fields.map(({ path }) => path);
	return overAllItems && paths.includes('sendTo');
});

it.each(campaigns)('no option that is offered is refused for it: $title', async (each) => {
	const { operation, made } = each;
	const { resource, operation: value } = operation;
	const filled: INodeParameters = {
		...{ ...operation.parameters, resource, operation: value, ...made },
		...(made.sendTo === 'lists' ? { listCodes: '1001' } : {}),
		...(made.mode === 'test' ? { testNumbers: '0570021111' } : {}),
	};
	for (const { name, required, default: usual } of shownFields(operation, filled).fields) {
		if (!required || (filled[name] ?? usual) !== '') continue;
		filled[name] = made.content === 'file' ? 'https://files.example.com/a.mp3' : '1001';
	}
	const { all, fields } = shownFields(operation, filled);
	const { description } = operation.node();
	for (const { name: group, options = [] } of fields.filter(({ type }) => type === 'collection')) {
		for (const option of options as INodeProperties[]) {
			// Those that depend on another option are for the panel once that one is there.
			const isOffered = NodeHelpers.displayParameterPath(
				{ ...all, [group]: {} },
				option,
				group,
				null,
				description,
			);
			// A run that waits goes on after the test: waitOutput.test.ts.
			if (!isOffered || option.name === 'waitForCompletion') continue;
			const parameters = {
				...filled,
				[group]: { [option.name]: entered[option.name] ?? option.default },
			} as INodeParameters;
			service.control.reset();
			const { items, error } = await runNode({
				...{ node: operation.node(), items: twoItems, credential: service.credential() },
				parameters,
				settings: { onError: 'continueRegularOutput' },
			});
			if (made.sendTo === 'lists' && refusedByName.includes(option.displayName)) continue;
			const said = JSON.stringify([error?.message, items.map(({ json }) => json.error)]);
			expect({ option: option.displayName, said }).toEqual({
				option: option.displayName,
				said: expect.not.stringMatching(/together with|cannot be Test|single number/),
			});
		}
	}
});

it.each(['preview', 'test'])('what limits a campaign is not lost while its mode is %s', (mode) => {
	const { resource, operation, ...others } = operationNamed('ExtApi SMS: Message: Send Campaign');
	const beforeSending = { maxRecipients: 5, requireApprovalAbove: 5 };
	const values = { resource, operation, mode, beforeSending };
	const { properties } = others.node().description;
	const kept = NodeHelpers.getNodeParameters(
		...([properties, values, false, false, null, others.node().description] as const),
	);
	expect(kept).toMatchObject({ beforeSending });
});
