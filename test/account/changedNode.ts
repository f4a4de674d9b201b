import type { IDataObject } from 'n8n-workflow';

import type { Row, Scenario } from './scenario';

/** What a person changes in a node before "Retry with currently saved workflow". */

/** What else an operation may become. */
export const otherOperations: Record<string, string> = {
	'SMS send': 'Voice send',
	'Voice send': 'Chat sendTemplate',
	'Chat sendTemplate': 'SMS send',
	'SMS sendCampaign': 'Voice sendCampaign',
	'Contacts add': 'Contacts remove',
	'Contacts addMany': 'Contacts removeMany',
};

const otherColumn = {
	...({ phone: 'mobile', mobile: 'phone', recipient: 'phone' } as const),
	...({ text: 'message', message: 'text' } as const),
};

/** The row in the columns a changed node reads. */
const next = (rows: Row[], index: number): Row => rows[(index + 1) % rows.length];

/** The columns that only a changed node reads: there each row has the phone and the text of the next one. */
export function columnsOfChange(scenario: Scenario, index: number): IDataObject {
	const { changed, rows, phoneColumn, textColumn } = scenario;
	const { phone, text } = next(rows, index);
	return {
		...(changed === 'phone' ? { [otherColumn[phoneColumn]]: phone.entered } : {}),
		...(changed === 'text' ? { [otherColumn[textColumn]]: text } : {}),
	} as IDataObject;
}

/** The scenario of a changed node. */
export function afterChange(scenario: Scenario): Scenario {
	const { changed, rows, phoneColumn, textColumn, choices, operation } = scenario;
	const { test: _test, ...real } = choices;
	switch (changed) {
		case 'phone':
			return {
				...{ ...scenario, phoneColumn: otherColumn[phoneColumn] },
				rows: rows.map((row, index) => ({ ...row, phone: next(rows, index).phone })),
			};
		case 'text':
			return {
				...{ ...scenario, textColumn: otherColumn[textColumn] },
				rows: rows.map((row, index) => ({ ...row, text: next(rows, index).text })),
			};
		case 'sender':
			return { ...scenario, choices: { ...choices, split: !choices.split } };
		case 'operation':
			return { ...scenario, operation: otherOperations[operation] };
		case 'real':
			return { ...scenario, choices: real };
		case undefined:
			return scenario;
	}
}
