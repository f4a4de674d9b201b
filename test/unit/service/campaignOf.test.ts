// If this fails, a person is not told which phones the service did not recognize.
import { campaignOf } from '../../../nodes/shared/service/campaignOf';

const asked = { list: '0570002233,0570002234', validate: 1 };
const ownTexts = { listjson: { '0570002233': 'a', '0570002234': 'b' }, validate: 1 };

it.each<[string, Parameters<typeof campaignOf>[0], object, object]>([
	['JSON', { data: { taskId: '7', count: 1 } }, asked, { count: 1, unrecognized: 1 }],
	['own texts', { data: { taskId: '7', count: 1 } }, ownTexts, { count: 1, unrecognized: 1 }],
	['a count as text', { data: { taskId: '7', count: '2' } }, asked, { count: 2 }],
	['lists', { data: { taskId: '7', valid: 'true' } }, { pid: '1', validate: 1 }, { valid: true }],
	['a reply that was not asked', { data: { taskId: '7' } }, { list: '0570002233' }, {}],
])('what validation found is read from %s', (_form, reply, request, found) => {
	expect(campaignOf(reply, request as never)).toEqual({ taskId: '7', ...found });
});
