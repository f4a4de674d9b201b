// If this fails, an item comes out as approved that nobody approved.
import fc from 'fast-check';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { askingN8n, endOf } from './harness/asking';
import { failureOf } from './harness/runNode';

jest.setTimeout(300_000);

/**
 * Approval means approval: whatever a row or a model's arguments bring, an output says "approved" only
 * when the person who was asked said yes to this question. n8n runs the tool behind a human review by
 * `approved` or `data.approved` of the output.
 */
const { service, ask, answer } = askingN8n();

const SEED = Number(process.env.APPROVAL_SEED ?? 7);
const SCENARIOS = Number(process.env.APPROVAL_SCENARIOS ?? 60);

const ANSWER_COLUMNS = [
	...['approved', 'data', 'answeredBy', 'answeredAt', 'text', 'fields', 'confirmedByCode'],
	...['timedOut', 'failedFor', 'notTold', 'sentTo'],
];
const limit = {
	limitWaitTime: {
		values: {
			...{ limitType: 'afterTimeInterval', resumeUnit: 'minutes' },
			resumeAmount: 0.3 / 60,
		},
	},
};

/** How a question ends without a yes. */
type End = 'timeout' | 'declined' | 'refused' | 'unreadable';

interface Scenario {
	row: IDataObject;
	end: End;
	isReview: boolean;
	onError: INode['onError'];
	responseType: 'approval' | 'freeText';
}

const yes = fc.constantFrom<unknown>(true, 'true', 1, { approved: true }, { approved: 'yes' });
const rows = fc.dictionary(fc.constantFrom('order', ...ANSWER_COLUMNS), yes, { maxKeys: 6 });
const scenarios: fc.Arbitrary<Scenario> = fc.record({
	row: rows as fc.Arbitrary<IDataObject>,
	end: fc.constantFrom<End>('timeout', 'declined', 'refused', 'unreadable'),
	isReview: fc.boolean(),
	onError: fc.constantFrom('continueRegularOutput', 'continueErrorOutput'),
	responseType: fc.constantFrom('approval', 'freeText'),
});

const isYes = ({ approved, data }: IDataObject) =>
	Boolean(approved) || Boolean((data as IDataObject | undefined)?.approved);

/** All items a question comes out with, over both outputs. */
async function play({ row, end, isReview, onError, responseType }: Scenario) {
	const type = isReview ? 'underTestHitlTool' : 'underTest';
	if (end === 'refused') service.control.addFaults([{ kind: 'plainError', times: 1 }]);
	const parameters: INodeParameters = {
		responseType,
		...(end === 'timeout' ? { options: limit } : {}),
		...(end === 'unreadable' ? { phoneNumbers: 'nobody' } : {}),
	};
	const execution = await ask(parameters, { items: [row], settings: { type, onError } });
	if (end === 'declined') {
		await answer(responseType === 'approval' ? { decision: 'decline' } : { text: 'no' });
	}
	return (await execution.end).flat().map(({ json }) => JSON.parse(JSON.stringify(json)));
}

describe('a question that nobody approved', () => {
	it(`never comes out as approved, and keeps no answer of its row (seed ${SEED})`, async () => {
		for (const scenario of fc.sample(scenarios, { numRuns: SCENARIOS, seed: SEED })) {
			service.control.reset();
			const items = (await play(scenario)) as IDataObject[];
			expect([scenario, items]).toEqual([scenario, [expect.anything()]]);
			const [json] = items;
			expect([scenario, isYes(json)]).toEqual([scenario, false]);
			const kept = ANSWER_COLUMNS.filter(
				(name) =>
					name in scenario.row && JSON.stringify(json[name]) === JSON.stringify(scenario.row[name]),
			);
			// What the answer itself says may be the same by chance.
			const own = scenario.end === 'timeout' ? ['timedOut'] : [];
			expect([scenario, kept.filter((name) => !own.includes(name))]).toEqual([scenario, []]);
			const beside = (json.inputColumns ?? {}) as IDataObject;
			for (const name of Object.keys(scenario.row)) {
				if (name === 'timedOut' && own.length > 0 && scenario.row[name] === true) continue;
				const value = name === 'order' ? json[name] : beside[name];
				expect([scenario, name, value]).toEqual([scenario, name, scenario.row[name]]);
			}
			if (scenario.responseType === 'approval') expect(json.approved).toBe(false);
		}
	});

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'is an item of a review, not an error that n8n passes on (%s)',
		async (onError) => {
			service.control.addFaults([{ kind: 'plainError', times: 1 }]);
			const settings = { type: 'underTestHitlTool', onError };
			const execution = await ask({}, { items: [{ approved: true }], settings });
			const [[item]] = await execution.end;
			expect(item.json).toMatchObject({ approved: false, inputColumns: { approved: true } });
			expect(failureOf(item)).toBeDefined();
		},
	);

	it.each(['confirmByCode', 'limitWaitTime', 'tellOthers', 'pageLanguage', 'unknownOutcome'])(
		'is not asked by a review without an option whose expression gives nothing (%s)',
		async (option) => {
			const settings = { type: 'underTestHitlTool' };
			const execution = await ask({ options: { [option]: '={{ $json.no }}' } }, { settings });
			expect(service.bodies()).toEqual([]);
			const [[item]] = await execution.end;
			expect(item.json).toMatchObject({ approved: false });
			expect(failureOf(item)).toMatch(/is empty or missing/);
		},
	);

	it('says nothing of an earlier question whose answer the row holds', async () => {
		const first = await ask();
		await answer({ decision: 'approve' });
		const [row] = await endOf(first);
		const second = await ask({ options: limit }, { items: [row] });
		const [json] = await endOf(second);
		expect(json).toMatchObject({
			...{ approved: false, timedOut: true },
			inputColumns: { approved: true, answeredBy: row.answeredBy },
		});
		expect(json).not.toHaveProperty('answeredBy');
		expect(json).not.toHaveProperty('answeredAt');
	});
});

it('refuses a field whose label objects cannot hold', async () => {
	const formFields = { values: [{ fieldLabel: '__proto__', fieldType: 'text' }] };
	const settings = { onError: 'continueRegularOutput' as const };
	const [[item]] = await (await ask({ responseType: 'customForm', formFields }, { settings })).end;
	expect(failureOf(item)).toMatch(/^Form Fields .*"__proto__"/);
});
