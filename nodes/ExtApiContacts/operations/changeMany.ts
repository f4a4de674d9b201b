import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { optionProblemsOfRun } from '../../shared/run/choices';
import {
	notTriedError,
	outputOfItems,
	refusalOf,
	type ItemResult,
} from '../../shared/run/itemResults';
import { planRequests, type PlannedRecipient } from '../../shared/run/planRequests';
import { postAccepted } from '../../shared/run/postAccepted';
import { allRefused, readRows } from '../../shared/run/readRows';
import type { RowsKind } from '../../shared/run/rowsKind';
import { comparablePhone } from '../../shared/rules/phones';
import { runState } from '../../shared/sentBefore/runState';
import { hashOf } from '../../shared/service/keys';
import {
	acceptedBefore,
	itemKey,
	remember,
	rememberedRequest,
	stillUnknown,
} from '../../shared/sentBefore/sendOnce';
import { undocumentedError } from '../../shared/service/apiError';
import { endpoints } from '../../shared/service/endpoints';
import {
	inputError,
	isUnknownOutcome,
	nothingDone,
	quietError,
	textsOf,
} from '../../shared/service/nodeErrors';
import { eachAtOnce, eachGivingWay } from '../../shared/service/pause';
import { readContactReply, type OutcomeReader } from './contactReply';

/** What a collective operation does with the contacts of its items. */
interface ContactChange {
	kind: RowsKind;
	/** The service's word for it. */
	act: 'add' | 'del';
	outcome: OutcomeReader;
}

/** One request: contacts that share everything, or one with fields of its own. */
interface Batch {
	body: IDataObject;
	recipients: PlannedRecipient[];
}

/**
 * Adds or removes the contacts of all items: those without fields of their own together, up to
 * 10,000 in a request, the others one request each, since the service takes fields for exactly one
 * number (specification, "Contacts").
 *
 * Items that an earlier try handled keep their results and are not sent again, unless they ask for something
 * else now. Those whose answer was lost are, since twice does no harm, and their results say what that leaves open.
 *
 * @returns one item for each input item, in their order
 * @throws with "On Error: Stop" only: NodeOperationError for items that break a rule, NodeApiError
 * for a failed request
 */
export async function changeMany(
	context: IExecuteFunctions,
	{ kind, act, outcome }: ContactChange,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const run = runState(context);
	const wrong = optionProblemsOfRun(context, kind.settingsFields);
	if (wrong.length > 0) throw inputError(node, wrong, 0);
	// What cannot even be read, as without a credential, concerns every item.
	const { rows, refused, settings } = await readRows(context, kind, new Set(), {
		sendTo: 'items',
		oneAccountFor: 'This operation',
	}).catch((error: Error) => allRefused(context, new Set(), refusalOf(error)));
	const phones = new Map([...refused, ...rows].map(({ item, phone }) => [item, phone ?? '']));
	const results = new Map<number, ItemResult>();
	const succeed = (item: number, json: IDataObject) =>
		results.set(item, {
			output: [{ json: { phone: phones.get(item), ...json }, pairedItem: { item } }],
		});
	const rememberedOf = (item: number) =>
		rememberedRequest<IDataObject>(run, itemKey(run, item, 'changes'));
	await eachGivingWay(refused, ({ item, reason, fix }) => {
		const known = acceptedBefore(run, rememberedOf(item), undefined);
		if (known) {
			succeed(item, known.accepted);
			return;
		}
		const description = `${fix} ${nothingDone(node)}`;
		results.set(item, { failed: quietError(node, { message: reason, description }, item) });
	});

	const asked = new Map<number, string>();
	const open = new Set<number>();
	await eachGivingWay(rows, ({ item, phone, settingsKey, content }) => {
		const { body } = settings.get(settingsKey)!;
		const now = hashOf([body, act, comparablePhone(phone), content]);
		asked.set(item, now);
		const known = rememberedOf(item);
		if (known?.asked !== now) return;
		if ('accepted' in known) succeed(item, known.accepted);
		else open.add(item);
	});

	const hasFailed = () => [...results.values()].some((result) => 'failed' in result);
	let isStopped = !context.continueOnFail() && hasFailed();
	const change = async ({ body, recipients }: Batch) => {
		try {
			const list = recipients.map(({ phone }) => phone);
			const request = {
				...{ url: endpoints.contacts, effect: 'changes' as const },
				body: { ...body, list: list.join(',') },
			};
			const read = readContactReply(await postAccepted(context, request, () => isStopped), list);
			if ('undocumented' in read) throw undocumentedError(node, read.undocumented, 'changes');
			for (const { phone, items } of recipients) {
				const result = read.results.get(phone)!;
				const isRepeat = items.some((item) => open.has(item));
				const json = { result, ...outcome(result, { body, isRepeat }) };
				for (const item of items) {
					succeed(item, json);
					remember(run, itemKey(run, item, 'changes'), { accepted: json, asked: asked.get(item) });
				}
			}
		} catch (error) {
			isStopped ||= !context.continueOnFail();
			for (const item of recipients.flatMap(({ items }) => items)) {
				results.set(item, { failed: error as Error });
				if (!isUnknownOutcome(error)) continue;
				const lost = { unknown: textsOf(error), mayRepeat: true, asked: asked.get(item) };
				remember(run, itemKey(run, item, 'changes'), lost);
			}
		}
	};
	const left = rows.filter(({ item }) => !results.has(item));
	// Requests for the same phone keep their order; within one, all phones differ.
	for (const { settingsKey, recipients } of await planRequests(left, { mergeDuplicates: true })) {
		if (isStopped) break;
		const shared = { ...settings.get(settingsKey)!.body, act };
		await eachAtOnce(batchesOf(shared, recipients), run.requestsAtOnce, change);
	}
	let notTried: Error | undefined;
	const all = await eachGivingWay(context.getInputData(), (_, item): ItemResult => {
		const result = results.get(item) ?? { failed: (notTried ??= notTriedError(node)) };
		const known = rememberedOf(item);
		// That a repeat failed, or was not tried, says nothing of the request whose answer was lost.
		return 'failed' in result && known !== undefined && 'unknown' in known
			? { failed: stillUnknown(node, known) }
			: result;
	});
	return [await outputOfItems(context, node, phones, all)];
}

function batchesOf(shared: IDataObject, recipients: PlannedRecipient[]): Batch[] {
	const plain = recipients.filter(({ content }) => content === '');
	const withFields = recipients.filter(({ content }) => content !== '');
	return [
		...(plain.length === 0 ? [] : [{ body: shared, recipients: plain }]),
		...withFields.map((each) => ({
			body: { ...shared, ...(JSON.parse(each.content) as IDataObject) },
			recipients: [each],
		})),
	];
}
