import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { startEmulator, type Emulator, type FaultRule, type EndpointName } from '../../emulator';
import { FailingCredential } from '../integration/harness/credentials';
import {
	retryExecution,
	runBranches,
	type BranchOptions,
	type BranchResult,
} from '../integration/harness/runBranches';
import { afterChange, columnsOfChange, isNewKey } from './changedNode';
import { operationOf } from './operations';
import { members } from './operations/contacts';
import type { AccountedOperation, Deed } from './operations/operation';
import { CLOCK_COLUMN, clockOf } from './operations/timing';
import { requestsByCode, TOKEN } from './operations/messages';
import {
	DELAY_MS,
	LONGEST_SCENARIO_MS,
	POOR_BALANCE,
	type DependencyFault,
	type Scenario,
} from './scenario';
import { grouped } from '../operations/grouped';

/** What came of a scenario. */
export interface Observed {
	items: INodeExecutionData[];
	/** What the outputs or the error say at the end, after "Retry" of a failed execution if there was one. */
	result: BranchResult;
	/** Everything the service holds of both executions. */
	deeds: Deed[];
	/** Who is in the distribution list at the end. */
	members: string[];
	/** Where the node was changed after a failed execution: what came of that, and of the changed node. */
	afterChange?: { scenario: Scenario; observed: Observed };
	/** Requests that the service accepted of one more execution with the same Campaign Key; none where there is no such. */
	sentOnceMore?: number;
	/** Requests to the operation's script. */
	requests: number;
	/** Those of them that ask for more than the balance. */
	sends: number;
}

/** Plays a scenario in n8n's engine against a service of its own. */
export async function runScenario(scenario: Scenario): Promise<Observed> {
	const emulator = await startEmulator({
		campaignStepMs: 1,
		duplicates: 'keep',
		phoneSpelling: scenario.choices.spelling,
	});
	try {
		return await Promise.race([play(scenario, emulator), tooLong()]);
	} finally {
		await emulator.close();
	}
}

async function tooLong(): Promise<never> {
	await wait(LONGEST_SCENARIO_MS, undefined, { ref: false });
	throw new Error(`The scenario took longer than ${LONGEST_SCENARIO_MS} ms`);
}

async function play(scenario: Scenario, emulator: Emulator): Promise<Observed> {
	const operation = operationOf(scenario.operation);
	const { control, url } = emulator;
	if (scenario.choices.poor) control.changeAccount({ sms: POOR_BALANCE });
	await operation.prepare?.(emulator, scenario);
	const items = itemsOf(scenario);
	const credential = { baseUrl: url, token: TOKEN };
	// What n8n keeps of a workflow and a node is this scenario's alone.
	const [workflowId, id] = [randomUUID(), randomUUID()];
	const options = (now = scenario): BranchOptions => ({
		node: operationOf(now.operation).node(),
		parameters: parametersOf(now),
		items,
		credential,
		...(scenario.credential
			? {
					credentialsHelper: new FailingCredential(
						credential,
						scenario.credential.from,
						scenario.credential.times,
					),
				}
			: {}),
		...{ workflowId, settings: { ...settingsOf(scenario), id } },
	});
	control.addFaults(scenario.faults.map((fault) => ruleOf(fault, operation.endpoint)));
	let result = await runBranches(options());
	await settled(emulator, result);
	if ((scenario.changed ?? scenario.changedKey) && result.error !== undefined) {
		const first = observed(scenario, emulator, result);
		const accepted = () => requestsByCode(control).size;
		const before = accepted();
		const now = afterChange(scenario);
		result = await retryExecution(options(now), result.run, true);
		await settled(emulator, result);
		const then = observed(now, emulator, result);
		if (isNewKey(scenario) && result.error !== undefined && accepted() === before) {
			const { changed: _changed, changedKey: _key, ...undone } = scenario;
			result = await retryExecution(options(undone), result.run, true);
			await settled(emulator, result);
			const last = observed(undone, emulator, result);
			then.afterChange = { scenario: undone, observed: last };
		} else if (now.choices.enteredKey && result.error === undefined) {
			const after = accepted();
			result = await runBranches(options(now));
			await settled(emulator, result);
			then.sentOnceMore = accepted() - after;
		}
		return { ...first, afterChange: { scenario: now, observed: then } };
	}
	if (scenario.runAgain && result.error !== undefined) {
		result = await retryExecution(options(), result.run);
		await settled(emulator, result);
	}
	if (operation.isRunAgain?.(scenario)) {
		result = await runBranches(options());
		await settled(emulator, result);
	}
	return observed(scenario, emulator, result);
}

/** What there is to see at a moment. */
function observed(scenario: Scenario, emulator: Emulator, result: BranchResult): Observed {
	const operation = operationOf(scenario.operation);
	return {
		...{ items: itemsOf(scenario), result },
		...{ deeds: operation.held(emulator, scenario), members: members(emulator) },
		requests: requestsOf(emulator, operation).length,
		sends: sendsOf(emulator, operation),
	};
}

function requestsOf({ control }: Emulator, { endpoint: own }: AccountedOperation) {
	return control.requests().filter(({ endpoint }) => endpoint === own);
}

/** Requests that ask for more than the balance. */
function sendsOf(emulator: Emulator, operation: AccountedOperation): number {
	return requestsOf(emulator, operation).filter(
		({ parameters }) => (parameters as IDataObject).act !== 'credit',
	).length;
}

function parametersOf(scenario: Scenario): INodeParameters {
	const operation = operationOf(scenario.operation);
	return withWrongOption(grouped(operation.parameters(scenario)), scenario);
}

/** The same with an option that holds no value. */
function withWrongOption(parameters: INodeParameters, scenario: Scenario): INodeParameters {
	const { wrongOption } = scenario.choices;
	if (wrongOption === undefined || !operationOf(scenario.operation).sendsToLists) return parameters;
	const [collection, name] = wrongOption.path.split('.');
	if (name === undefined) return { ...parameters, [collection]: `={{ ${wrongOption.gives} }}` };
	const value =
		name === 'quietHours'
			? { hours: { from: `={{ ${wrongOption.gives} }}`, until: '08:00' } }
			: `={{ ${wrongOption.gives} }}`;
	const others = parameters[collection] as INodeParameters | undefined;
	return { ...parameters, [collection]: { ...others, [name]: value } };
}

/** The input items as n8n's node before has them. */
function itemsOf(scenario: Scenario): INodeExecutionData[] {
	const { columns } = operationOf(scenario.operation);
	const { rows, phoneColumn, textColumn } = scenario;
	return rows.map((row, index) => ({
		json: {
			...Object.fromEntries(
				Object.entries(row.columns).filter(([name]) => name !== phoneColumn && name !== textColumn),
			),
			pick: row.pick,
			...('entered' in row.phone ? { [phoneColumn]: row.phone.entered } : {}),
			...('text' in row ? { [textColumn]: row.text } : {}),
			...columnsOfChange(scenario, index),
			...columns?.(row, index),
			...(scenario.choices.recipientZone ? { [CLOCK_COLUMN]: clockOf(row) } : {}),
			...(row.throws ? { throws: row.throws } : {}),
		} as INodeExecutionData['json'],
		...(row.hasBinary
			? { binary: { file: { data: 'aGk=', mimeType: 'text/plain', fileName: 'a.txt' } } }
			: {}),
	}));
}

function settingsOf({ onError, tries, executeOnce }: Scenario): BranchOptions['settings'] {
	return {
		onError,
		...(tries === undefined ? {} : { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
		...(executeOnce ? { executeOnce } : {}),
	};
}

const questions: Record<
	DependencyFault['target'],
	Pick<FaultRule, 'endpoint' | 'match'> | undefined
> = {
	send: undefined,
	balance: { endpoint: 'scheduleSms', match: { act: 'credit' } },
	templates: { endpoint: 'waTemplates' },
};

function ruleOf({ target, rule }: DependencyFault, endpoint: EndpointName): FaultRule {
	return { ...rule, ...(questions[target] ?? { endpoint }) };
}

/** How long nothing may happen before a run counts as over: requests may still be on their way. */
const QUIET_MS = 30;
/** After an error also what was held back may come up, heard by no one. */
const QUIET_AFTER_ERROR_MS = 400;

/** Waits until no request is under way or comes in any more. */
async function settled({ control }: Emulator, { error }: BranchResult): Promise<void> {
	const state = () => {
		const requests = control.requests();
		const open = requests.filter(
			({ status, fault }) => status === 0 && !fault?.startsWith('reset'),
		);
		return { count: requests.length, open: open.length };
	};
	const end = Date.now() + 3 * DELAY_MS;
	for (let before = state(), isQuiet = false; !isQuiet && Date.now() < end;) {
		await wait(error === undefined ? QUIET_MS : QUIET_AFTER_ERROR_MS);
		const now = state();
		isQuiet = now.count === before.count && now.open === 0;
		before = now;
	}
}
