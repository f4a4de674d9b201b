import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import { ExtApiContacts } from '../../../nodes/ExtApiContacts/ExtApiContacts.node';
import { everybody, subscribers } from '../rows';
import type { Row, Scenario } from '../scenario';
import { perItemOptions } from './messages';
import {
	expression,
	hasBraces,
	mustThrow,
	phoneOf,
	phoneVerdict,
	worst,
	textOf,
	type AccountedOperation,
	type Deed,
	type Duty,
	type SuccessClaim,
} from './operation';

const LIST = 1003;
/** Registered before the run; the others are not, and the last is blocked. */
const registered = subscribers.slice(0, 4);
const [blocked] = subscribers.slice(-1);

function fillList({ service }: Emulator): void {
	const { contacts } = service.state.accounts.get('main')!.lists.get(LIST)!;
	for (const phone of registered) contacts.set(phone, { phone, blocked: false, fields: {} });
	contacts.set(blocked, { phone: blocked, blocked: true, fields: {} });
}

/** Who is in the list, and not blocked. */
export const members = ({ control }: Emulator): string[] =>
	control
		.contacts(LIST)
		.filter((contact) => !contact.blocked)
		.map(({ phone }) => phone);

const joined = (emulator: Emulator): Deed[] =>
	members(emulator)
		.filter((phone) => !registered.includes(phone))
		.map((phone) => ({ key: `joined ${phone}` }));

const left = (emulator: Emulator): Deed[] => {
	const now = members(emulator);
	return registered
		.filter((phone) => !now.includes(phone))
		.map((phone) => ({ key: `left ${phone}` }));
};

/** A member cannot join, and who is not one cannot leave. */
const joiners = everybody.filter((phone) => !registered.includes(phone));

const listCode = (scenario: Scenario): INodeParameters => ({
	listCode: mustThrow(scenario, 'option')
		? expression(scenario, 'option', `'${LIST}'`)
		: String(LIST),
});

const hasFields = (scenario: Scenario): boolean =>
	scenario.choices.byExpression || mustThrow(scenario, 'content');

/** A first name from the text. */
const fields = (scenario: Scenario): INodeParameters =>
	hasFields(scenario)
		? { contactFields: { firstName: expression(scenario, 'content', textOf(scenario)) } }
		: {};

/** A name is optional, holds up to 20 characters, and braces in it may be refused. */
function fieldVerdict(row: Row, scenario: Scenario): Duty['verdict'] {
	if (!hasFields(scenario)) return 'good';
	if ((row.text ?? '').length > 20) return 'bad';
	return hasBraces(row) ? 'either' : 'good';
}

const addOptions = ({ choices }: Scenario): INodeParameters => ({
	options: {
		...(choices.extraOption === 'same' ? { overwrite: true } : {}),
		...(choices.extraOption === 'expression' ? { unblock: true } : {}),
		...(choices.requestsAtOnce === undefined ? {} : { requestsAtOnce: choices.requestsAtOnce }),
	},
});

const oneOrMany = (scenario: Scenario, isMany: boolean): INodeParameters => {
	const phone = expression(scenario, 'recipient', phoneOf(scenario));
	if (!isMany) return { phone };
	const byExpression = scenario.choices.byExpression || mustThrow(scenario, 'recipient');
	return { recipient: byExpression ? phone : scenario.phoneColumn };
};

/** An accepted change may have found its contact as it was to be, and `OK` may mean either where it overwrites. */
const byResult = ({ outcome, result }: IDataObject, { choices }: Scenario): SuccessClaim => {
	if (outcome !== 'accepted') return undefined;
	return result === 'OK' && choices.extraOption !== 'same' ? 'done' : 'open';
};

/** What adding and removing have in common, for one item or for all. */
const changing = (verb: 'add' | 'remove', isMany: boolean) => ({
	name: `Contacts ${verb}${isMany ? 'Many' : ''}`,
	node: () => new ExtApiContacts(),
	endpoint: 'poolMembers' as const,
	okIsSuccess: true,
	...(isMany ? { isCollective: true as const } : {}),
	prepare: fillList,
	parameters: (scenario: Scenario): INodeParameters => ({
		...{ resource: 'contact', operation: `${verb}${isMany ? 'Many' : ''}` },
		...listCode(scenario),
		...oneOrMany(scenario, isMany),
		...(verb === 'add' ? { ...fields(scenario), ...addOptions(scenario) } : {}),
		...(isMany ? {} : perItemOptions(scenario)),
	}),
	// Who is added twice is one member.
	merges: () => true,
	claim: byResult,
	mayStayOpen: () => true,
});

const adding = (isMany: boolean): AccountedOperation => ({
	...changing('add', isMany),
	places: () => ['content', 'recipient', 'option'],
	duty: (row, _index, scenario) => {
		const verdict = worst(phoneVerdict(row), fieldVerdict(row, scenario));
		const { reading = '' } = row.phone;
		const mayJoin = verdict !== 'bad' && joiners.includes(reading);
		return mayJoin ? { verdict, key: `joined ${reading}` } : { verdict };
	},
	held: joined,
	endsAs: (now, phone) => phone === blocked || now.includes(phone),
});

const removing = (isMany: boolean): AccountedOperation => ({
	...changing('remove', isMany),
	places: () => ['recipient', 'option'],
	duty: (row) => {
		const verdict = phoneVerdict(row);
		const { reading = '' } = row.phone;
		const mayLeave = verdict !== 'bad' && registered.includes(reading);
		return mayLeave ? { verdict, key: `left ${reading}` } : { verdict };
	},
	held: left,
	endsAs: (now, phone) => !now.includes(phone),
});

export const contactOperations: AccountedOperation[] = [adding, removing].flatMap((make) => [
	make(false),
	make(true),
]);
