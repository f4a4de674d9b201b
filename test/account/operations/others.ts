import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import { ExtApiAutomation } from '../../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiSubAdmin } from '../../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import type { Row } from '../scenario';
import { atOnce, perItemOptions, unknownOutcome } from './messages';
import { expression, isBlank, mustThrow, textOf, type AccountedOperation } from './operation';

const SUB_ADMIN = 501;
/** An amount is a power of two, so that a sum of them says which they were; beyond these it is no amount. */
const mostAmounts = 30;
const amountOf = (row: Row, index: number): number | string =>
	isBlank(row) || index >= mostAmounts ? '' : 2 ** index;

const subAdmin = ({ service }: Emulator) =>
	service.state.accounts.get('main')!.subAdmins.get(SUB_ADMIN)!;
const START = 200;

const fieldsOf = (fields: Record<string, string>): INodeParameters => ({
	fields: { field: Object.entries(fields).map(([name, value]) => ({ name, value })) },
});

export const otherOperations: AccountedOperation[] = [
	{
		name: 'Sub-Admin update',
		node: () => new ExtApiSubAdmin(),
		endpoint: 'manageSu',
		columns: (row, index) => ({ amount: amountOf(row, index) }),
		prepare: ({ control }, { choices }) =>
			control.changeAccount({ sms: choices.poor ? 5 : 2 ** 31 }),
		parameters: (scenario) => ({
			...{ resource: 'balance', operation: 'update' },
			subAdminCode: mustThrow(scenario, 'option')
				? expression(scenario, 'option', `'${SUB_ADMIN}'`)
				: String(SUB_ADMIN),
			amount: expression(scenario, 'content', '$json.amount'),
			...perItemOptions(scenario),
		}),
		places: () => ['content', 'option'],
		duty: (row, index) => {
			const amount = amountOf(row, index);
			return amount === '' ? { verdict: 'bad' } : { verdict: 'good', key: `amount ${amount}` };
		},
		held: (emulator) => {
			const sum = subAdmin(emulator).balance.sms - START;
			return Array.from({ length: 52 }, (_, bit) => 2 ** bit)
				.filter((amount) => Math.floor(sum / amount) % 2 === 1)
				.map((amount) => ({ key: `amount ${amount}` }));
		},
	},
	{
		name: 'Automation run',
		node: () => new ExtApiAutomation(),
		endpoint: 'autoWebhook',
		parameters: (scenario) => ({
			...{ resource: 'automation', operation: 'run' },
			automationId: mustThrow(scenario, 'option') ? expression(scenario, 'option', "'701'") : '701',
			...fieldsOf({
				name: expression(scenario, 'content', textOf(scenario)),
				city: expression(scenario, 'recipient', "'Haifa'"),
			}),
			options: { ...unknownOutcome(scenario), ...atOnce(scenario) },
			...perItemOptions(scenario),
		}),
		places: () => ['content', 'recipient', 'option'],
		duty: (row) => {
			if ((row.text ?? '').length > 500) return { verdict: 'bad' };
			return { verdict: isBlank(row) ? 'either' : 'good', key: `run for ${row.text ?? ''}` };
		},
		held: ({ control }) =>
			control.runs().map(({ runId, variables }) => ({
				key: `run for ${variables['trigger.name'] ?? ''}`,
				code: runId,
			})),
		code: ({ runId }) => runId,
	},
];
