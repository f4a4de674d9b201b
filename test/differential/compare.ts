import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { isDeepStrictEqual } from 'node:util';

import { everyOperation, type Operation } from '../operations';
import { twoItems } from '../operations/items';
import type { ComparedField as FieldOfRow } from '../operations/row';
import { failureOf, runNode } from '../integration/harness/runNode';
import type { serviceForTests } from '../integration/harness/serviceForTests';

/** A field of an operation and the parameter of the service it fills. */
export interface ComparedField extends Omit<FieldOfRow, 'field' | 'with'> {
	/** The operation, by its name in `everyOperation`. */
	operation: string;
	/** Path of the node parameter; `/` is a dot in a name. */
	path: string;
	/** Other node parameters the field needs. */
	parameters?: INodeParameters;
}

/** Every field whose values the rows of test/operations compare. */
export const comparedFields: ComparedField[] = everyOperation.flatMap(
	({ name: operation, compared = [] }) =>
		compared.map(({ field: path, with: parameters, ...field }) => ({
			...field,
			operation,
			path,
			parameters,
		})),
);

type Service = ReturnType<typeof serviceForTests>;

/** A value about which node and service do not agree. */
export interface Disagreement {
	value: unknown;
	/** What the node says of it. */
	node: string;
	/** What the service says of it. */
	service: string;
}

/** What came of a field's values. */
export interface Comparison {
	/** Values that were put through the node. */
	cases: number;
	disagreements: Disagreement[];
	/** Values that the node sent. */
	sent: number;
	/** Values that the node refused, and that the service was then asked about. */
	asked: number;
}

const token = 'demo-token-full';
const accepted = 'accepted';
/** A word of the account or token, not of the value: it fits either verdict of the node. */
const undecided = 'undecided';
const aboutTheAccount =
	/not approved|not found|from is required|invalid caller number|recipient removed|window closed|hourly limit|Rate limit|Automation not|already|caller number/i;
const aboutTheBalance = ['NOT_ENOUGH_CREDIT', 'AMOUNT_MISMATCH'];

/** A person who adds an option, or fills a field by an expression, meant something; the service cannot tell nothing from a field that was left out. */
const addedAndEmpty = /is empty or missing/;
/** The node refuses digits with two readings, of which the service knows one (ten may be a number without its country code), and calls that can only count as unanswered. */
const refusedByNodeAlone =
	/seems to (?:have lost its leading 0|lack its country code)|mobile number that lost digits|all calls would count as unanswered/;

/** An emoji is one character for the least length and two for the most: whichever way a service counts, nothing is lost. */
const isRefusedByNodeAlone = (value: unknown, refusal: string) =>
	refusedByNodeAlone.test(refusal) || (/\p{So}/u.test(String(value)) && /at least/.test(refusal));

/**
 * Puts values through the node, each by itself, and those it sends no request for straight to the service: what the node
 * sends is what was entered and what the service takes, and what the node refuses the service refuses.
 *
 * @param endsAt when no further value is begun, in milliseconds since 1970, once some were sent and some refused
 */
export async function compare(
	service: Service,
	field: ComparedField,
	values: unknown[],
	endsAt = Infinity,
): Promise<Comparison> {
	const operation = operationOf(field);
	const base = await goodRequest(service, operation, field);
	const result: Comparison = { cases: 0, disagreements: [], sent: 0, asked: 0 };
	for (const value of values) {
		if (Date.now() >= endsAt && result.sent > 0 && result.asked > 0) break;
		result.cases++;
		const { request, refusal } = await enter(service, operation, field, value);
		const disagree = (node: string, said: string) =>
			result.disagreements.push({ value, node, service: said });
		if (request === undefined) {
			if (refusal === undefined) disagree('neither sent nor refused', 'not asked');
			else if (
				!isRefusedByNodeAlone(value, refusal) &&
				!(!field.isRequired && isBlank(value) && addedAndEmpty.test(refusal))
			) {
				result.asked++;
				const said = await ask(service, operation, field, { ...base, ...wireOf(field, value) });
				if (said === accepted) disagree(refusal, said);
			}
			continue;
		}
		result.sent++;
		const expected = { ...base, ...wireOf(field, sentOf(field, value)) };
		if (!isDeepStrictEqual(request.body, plain(expected))) {
			disagree(`sent ${JSON.stringify(request.body)}`, `entered ${JSON.stringify(expected)}`);
		}
		if (![accepted, undecided].includes(request.said)) disagree(accepted, request.said);
	}
	return result;
}

function operationOf({ operation }: ComparedField): Operation {
	return everyOperation.find(({ name }) => name === operation)!;
}

/** What a person enters, and the request that arrives, if any. */
async function enter(service: Service, operation: Operation, field: ComparedField, value: unknown) {
	await freshService(service, operation);
	const before = service.control.ledger().total;
	const { items, error } = await runNode({
		node: operation.node(),
		credential: service.credential(token),
		items: [{ ...twoItems[0], value } as IDataObject],
		parameters: parametersOf(operation, field),
		settings: { onError: 'continueRegularOutput' },
		timezone: 'Asia/Jerusalem',
	});
	if (error) throw error;
	const [request] = requestsOf(service, operation);
	return {
		refusal: items.map(failureOf).find((each) => each !== undefined),
		request: request && {
			body: plain(request.parameters as IDataObject),
			said: verdictOf(service, operation, field, JSON.parse(request.reply) as Reply, before),
		},
	};
}

function requestsOf({ control }: Service, operation: Operation) {
	return control.requests().filter(({ endpoint }) => endpoint === operation.endpoint);
}

/** As it looks on its way. */
function plain(body: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(body)) as IDataObject;
}

/** The request the node makes of good values: the frame for the values to be compared. */
async function goodRequest(
	service: Service,
	operation: Operation,
	field: ComparedField,
): Promise<IDataObject> {
	await freshService(service, operation);
	const { error } = await runNode({
		node: operation.node(),
		credential: service.credential(token),
		items: [twoItems[0]],
		parameters: operation.parameters,
	});
	if (error) throw error;
	const [request] = requestsOf(service, operation);
	return { ...(request.parameters as IDataObject), ...field.body };
}

async function freshService(service: Service, { prepare }: Operation): Promise<void> {
	service.control.reset();
	await prepare?.(service);
	service.control.clearRequests();
}

interface Reply {
	status: number;
	message: string;
	data: IDataObject;
}

async function ask(
	service: Service,
	operation: Operation,
	field: ComparedField,
	body: IDataObject,
): Promise<string> {
	await freshService(service, operation);
	const before = service.control.ledger().total;
	const url = `${service.url}/extApi/${operation.endpoint}.php`;
	const { data } = await axios.post<Reply>(url, body);
	return verdictOf(service, operation, field, data, before);
}

/** What the service says of a value, in the reply to the request that held it. */
function verdictOf(
	{ control }: Service,
	{ endpoint }: Operation,
	{ formFirst }: ComparedField,
	{ status, message, data }: Reply,
	before: number,
): string {
	if (status !== 1) {
		const description = String(data.description);
		if (!aboutTheAccount.test(description)) return description;
		return formFirst ? accepted : undecided;
	}
	if (aboutTheBalance.includes(message)) return undecided;
	// The service answers so for a number that is none.
	if ('ACTION_ERROR' in data) return 'ACTION_ERROR';
	const skipped = endpoint === 'scheduleWa' && control.ledger().total === before;
	return skipped ? 'recipient skipped silently' : accepted;
}

/** What leaves for a value: nothing for an empty one, and else the value, in the form the field gives it. */
function sentOf(
	{ sent = (entered) => entered, isSentEmpty = false }: ComparedField,
	value: unknown,
): unknown {
	return isBlank(value) && !isSentEmpty ? undefined : sent(value);
}

/** An empty value is a field left empty. */
export function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function wireOf({ wire, toWire }: ComparedField, value: unknown): IDataObject {
	return toWire ? toWire(value) : ({ [wire]: value } as IDataObject);
}

function parametersOf(operation: Operation, field: ComparedField): INodeParameters {
	const parameters = structuredClone({ ...operation.parameters, ...field.parameters });
	return withParameter(parameters, field.path, '={{ $json.value }}');
}

/** Sets one more parameter, at a path like `fields.field.0.value`; `/` is a dot in a name. */
function withParameter(parameters: INodeParameters, path: string, value: string): INodeParameters {
	const keys = path.split('.').map((key) => key.replace('/', '.'));
	let place = parameters as Record<string, unknown>;
	for (const key of keys.slice(0, -1)) {
		place[key] ??= {};
		place = place[key] as Record<string, unknown>;
	}
	place[keys[keys.length - 1]] = value;
	return parameters;
}
