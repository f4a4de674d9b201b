import axios from 'axios';
import { NodeApiError, type IDataObject, type INodeParameters } from 'n8n-workflow';

import {
	everyOperation,
	twoItems,
	type EveryOperation,
} from '../integration/harness/everyOperation';
import { runNode } from '../integration/harness/runNode';
import type { serviceForTests } from '../integration/harness/serviceForTests';
import type { ComparedField } from './fields';

type Service = ReturnType<typeof serviceForTests>;

/** A value about which node and service do not agree. */
export interface Disagreement {
	value: unknown;
	/** What the node says of it. */
	node: string;
	/** What the service says of it. */
	service: string;
}

const token = 'demo-token-full';
const accepted = 'accepted';
/** A word of the account, not of the value: it fits either verdict of the node. */
const undecided = 'undecided';
const aboutTheAccount =
	/not approved|not found|invalid caller number|recipient removed|window closed|hourly limit|Rate limit|Automation not|already|caller number/i;
const aboutTheBalance = ['NOT_ENOUGH_CREDIT', 'AMOUNT_MISMATCH'];

/** The node refuses digits with two readings, of which the service knows one. */
const ambiguous = /seems to have lost its leading 0/;

function verdictOf({ formFirst }: ComparedField, description: string): string {
	if (!aboutTheAccount.test(description)) return description;
	return formFirst ? accepted : undecided;
}

/**
 * Puts values through the node and, those it refuses, straight to the service: what the node
 * accepts the service must accept, and what the node refuses the service must refuse.
 */
export async function compare(
	service: Service,
	field: ComparedField,
	values: unknown[],
): Promise<Disagreement[]> {
	const operation = everyOperation.find(({ name }) => name === field.operation)!;
	const base = await goodRequest(service, operation, field);
	await freshService(service, operation);
	const { items, error } = await runNode({
		node: operation.node(),
		credential: service.credential(token),
		items: values.map((value) => ({ ...twoItems[0], value })) as IDataObject[],
		parameters: parametersOf(operation, field),
		settings: { onError: 'continueRegularOutput' },
		timezone: 'Asia/Jerusalem',
	});
	if (error) throw error;
	if (items.length !== values.length) {
		throw new Error(`${values.length} items gave ${items.length} results`);
	}

	const disagreements: Disagreement[] = [];
	for (const [index, { error: refusal }] of items.entries()) {
		const value = values[index];
		if (refusal === undefined) continue;
		if (refusal instanceof NodeApiError) {
			const said = verdictOf(field, `${refusal.message} ${refusal.description}`);
			if (said !== accepted && said !== undecided)
				disagreements.push({ value, node: accepted, service: said });
			continue;
		}
		if (ambiguous.test(refusal.message)) continue;
		const said = await askService(service, operation, field, {
			...base,
			...wireOf(field, value),
		});
		if (said === accepted) {
			disagreements.push({ value, node: refusal.message, service: accepted });
		}
	}
	return disagreements;
}

/** The request the node makes of good values: the frame for the values to be compared. */
async function goodRequest(
	service: Service,
	operation: EveryOperation,
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
	const [request] = service.control
		.requests()
		.filter(({ endpoint }) => endpoint === operation.endpoint);
	return { ...(request.parameters as IDataObject), ...field.body };
}

async function freshService(service: Service, { prepare }: EveryOperation): Promise<void> {
	service.control.reset();
	await prepare?.(service);
}

async function askService(
	{ url, control }: Service,
	{ endpoint }: EveryOperation,
	field: ComparedField,
	body: IDataObject,
): Promise<string> {
	const before = control.ledger().total;
	const { data } = await axios.post<{ status: number; message: string; data: IDataObject }>(
		`${url}/extApi/${endpoint}.php`,
		body,
	);
	if (data.status !== 1) return verdictOf(field, String(data.data.description));
	if (aboutTheBalance.includes(data.message)) return undecided;
	// The service answers so for a number that is none.
	if ('ACTION_ERROR' in data.data) return 'ACTION_ERROR';
	const skipped = endpoint === 'scheduleWa' && control.ledger().total === before;
	return skipped ? 'recipient skipped silently' : accepted;
}

function wireOf({ wire, toWire }: ComparedField, value: unknown): IDataObject {
	return toWire ? toWire(value) : ({ [wire]: value } as IDataObject);
}

function parametersOf(operation: EveryOperation, field: ComparedField): INodeParameters {
	const parameters = structuredClone({ ...operation.parameters, ...field.parameters });
	return withParameter(parameters, field.path, '={{ $json.value }}');
}

/** Sets one more parameter, at a path like `fields.field.0.value`; `/` stands for a dot in a name. */
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
