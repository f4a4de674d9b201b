import type { IDataObject } from 'n8n-workflow';

import { CAMPAIGN_KEY, type Choices, type Row, type Scenario } from './scenario';

/** What a person changes in a node before "Retry with currently saved workflow". */

/** What else an operation may become. */
export const otherOperations: Record<string, string[]> = {
	'SMS send': ['Voice send', 'SMS sendCampaign'],
	'Voice send': ['Chat sendTemplate'],
	'Chat sendTemplate': ['SMS send'],
	'SMS sendCampaign': ['Voice sendCampaign', 'SMS send'],
	'Contacts add': ['Contacts remove'],
	'Contacts addMany': ['Contacts removeMany'],
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

const ANOTHER_KEY = 'another key';
const sameKeys = {
	otherBlanks: ` ${CAMPAIGN_KEY.replace(' ', ' \u00a0')} `,
	otherForm: CAMPAIGN_KEY.normalize('NFD'),
};

/** The key of a node before it is changed. */
export function keyBefore(changed: Scenario['changedKey']): Partial<Choices> {
	if (changed === 'added') return {};
	return { campaignKey: 'once', ...(changed === 'changed' ? { enteredKey: ANOTHER_KEY } : {}) };
}

/** Whether a changed node has another key than the one that holds for what was sent before. */
export const isNewKey = ({ changedKey }: Scenario): boolean =>
	changedKey === 'added' || changedKey === 'changed' || changedKey === 'removed';

function withChangedKey({ changedKey: changed, choices }: Scenario): Choices {
	if (changed === undefined) return choices;
	const { campaignKey: _key, enteredKey: _entered, ...others } = choices;
	if (changed === 'removed') return others;
	const isSame = changed === 'otherBlanks' || changed === 'otherForm';
	return { ...others, campaignKey: 'once', ...(isSame && { enteredKey: sameKeys[changed] }) };
}

/** The scenario of a changed node. */
export function afterChange(before: Scenario): Scenario {
	const scenario = { ...before, choices: withChangedKey(before) };
	const { changed, rows, phoneColumn, textColumn, choices } = scenario;
	const { test: _test, ...real } = choices;
	if (typeof changed === 'object') return { ...scenario, ...changed };
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
		case 'real':
			return { ...scenario, choices: real };
		case undefined:
			return scenario;
	}
}
