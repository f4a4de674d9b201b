import type { IDataObject } from 'n8n-workflow';

import { labelAt } from '../fields/field';
import { recipientsOfBody, toSomeOf } from '../rules/lists';
import { EarlierMessages, saidTo, type EarlierMessage } from '../sentBefore/earlierMessages';
import { earlierTryNote } from '../sentBefore/nodeSettings';
import { sendsMessages } from '../sentBefore/sendOnce';
import { isTool } from '../service/nodeErrors';
import { extraOutputOf, type RestOfItem } from './keyedItems';
import type { PreparedItems } from './prepareItems';

/**
 * What is left of items for whose phones an earlier try sent the same message, as that of another item: a person has changed
 * where the phones come from since. With a Campaign Key, its record says that.
 */
export class SentToOthers {
	private readonly earlier: EarlierMessages | undefined;

	constructor(private readonly prepared: PreparedItems) {
		const { node, run, ready, work } = prepared;
		if (work.effect !== 'once' || isTool(node) || !sendsMessages(run)) return;
		// One of unknown outcome may be sent again.
		this.earlier = new EarlierMessages(run, ({ item }) => !ready.has(item), true);
	}

	/** What is left of an item's request; undefined where that is all. */
	restOf(body: IDataObject): RestOfItem | undefined {
		const { earlier } = this;
		if (earlier === undefined || earlier.areNone || body.pid !== undefined) return undefined;
		const all = recipientsOfBody(body).map(({ name, compared }) => ({
			...{ name, before: earlier.of(compared, saidTo(body, name)) },
		}));
		const sent = all.filter(({ before }) => before?.isUnknown === false);
		const unknown = all.filter(({ before }) => before?.isUnknown);
		if (sent.length + unknown.length === 0) return undefined;
		const left = all.filter(({ before }) => before === undefined).map(({ name }) => name);
		const [first] = [...sent, ...unknown];
		const extraOutput = {
			...extraOutputOf(body, all, sent, unknown),
			note: this.noteOf(first.before!),
		};
		return {
			extraOutput,
			...(left.length === 0 ? {} : { body: toSomeOf(body, left) }),
			noted: async (request) => {
				const output = await request();
				return output.map((each) => ({ ...each, json: { ...each.json, ...extraOutput } }));
			},
			end: () => undefined,
		};
	}

	private noteOf({ settings }: EarlierMessage): string | undefined {
		const { run, node, work } = this.prepared;
		return earlierTryNote(run, node, settings, (path) => labelAt(work.fields, path));
	}
}
