// If this fails, the editor shows a hint where it does not apply, or hides one.
import type { IDataObject, INodeParameters, INodeType, Workflow } from 'n8n-workflow';

import { ExtApiTrigger } from '../../../nodes/ExtApiTrigger/ExtApiTrigger.node';
import { scheduledHint } from '../../../nodes/shared/service/campaignOf';
import { nodeOfType, to, workflowOf } from '../../integration/harness/workflow';

/** What the editor says before a run: an expression, which it works out itself. */

const NODE = 'Node under test';

function workflowWith(type: INodeType, parameters: INodeParameters): Workflow {
	return workflowOf(
		{ any: type },
		{
			active: true,
			connections: { Source: { main: [to(NODE)] } },
			nodes: [nodeOfType('1', 'Source', 'any'), nodeOfType('2', NODE, 'any', { parameters })],
		},
	);
}

it.each<[string[], string]>([
	[['*'], 'All Events'],
	[['END', 'STOP'], 'Finished, Stopped'],
])('the trigger shows %j as the list of events names them: %s', (events, text) => {
	const node = new ExtApiTrigger();
	const workflow = workflowWith(node, { events });
	const own = workflow.getNode(NODE)!;
	const subtitle = String(node.description.subtitle);
	expect(workflow.expression.getSimpleParameterValue(own, subtitle, 'internal', {})).toBe(text);
});

it('the panel of the trigger says that its workflow must write opt-outs down', () => {
	const { properties } = new ExtApiTrigger().description;
	const [notice] = properties.filter(({ type }) => type === 'notice');
	expect(notice.displayName).toMatch(/Opt-outs are not stored.*write 'phone'.*'Leave Out'/);
});

describe('when campaigns start', () => {
	const now = Date.parse('2035-01-04T08:00:00Z');
	const hint = (campaigns: IDataObject[]) => scheduledHint(campaigns, now);
	const at = (scheduledFor: string, scheduledZone: string) => ({ scheduledFor, scheduledZone });
	const early = at('2035-01-05T10:00:00+02:00', 'Asia/Jerusalem');
	const middle = at('2035-01-05T09:30:00+01:00', 'Europe/Berlin');
	const late = at('2035-01-05T08:45:00+00:00', 'UTC');
	const past = at('2035-01-04T08:00:00+00:00', 'UTC');

	it('the first and the last are named, whatever their order', () => {
		expect(hint([middle, late, { taskId: '7001' }, early])).toBe(
			'Of the scheduled campaigns, the first starts Fri 5 Jan, 10:00 in Asia/Jerusalem, in 24 hours, the last Fri 5 Jan, 08:45 in UTC, in 25 hours.',
		);
	});

	it('one time is said once', () => {
		expect(hint([past, late, late, {}])).toBe('Starts Fri 5 Jan, 08:45 in UTC, in 25 hours.');
	});

	it('nothing is said where none is scheduled, or each has begun', () => {
		expect(hint([])).toBeUndefined();
		expect(hint([{}, past])).toBeUndefined();
	});
});
