// If this fails, the editor shows a hint where it does not apply, or hides one.
import type { INodeParameters, INodeType, Workflow } from 'n8n-workflow';

import { ExtApiTrigger } from '../../../nodes/ExtApiTrigger/ExtApiTrigger.node';
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
