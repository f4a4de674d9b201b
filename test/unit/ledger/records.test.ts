// If this fails, an execution sends again what an earlier one sent, or keeps who got nothing.
import type { IExecuteFunctions } from 'n8n-workflow';

import { claimApproval } from '../../../nodes/shared/ledger/approvalClaim';
import { noRoomFor } from '../../../nodes/shared/ledger/recordRefusals';
import { SentRecord } from '../../../nodes/shared/ledger/sentRecord';
import { operationError, requestError } from '../../../nodes/shared/service/nodeErrors';
import { playTables } from '../playTables';
import tables from './records.json';

const node = { name: 'Send', type: 'extApiSms', parameters: {}, id: 'n' };

/** What n8n stores, beside so many entries of others; it fails to record, or to remove, what begins like this. */
function storage(filler: number, fails?: string) {
	const kept = new Set<string>();
	const check = (entries: string[]) => {
		if (fails !== undefined && entries.some((entry) => entry.startsWith(fails))) {
			throw new Error('No');
		}
	};
	const context = {
		getNode: () => node,
		getWorkflow: () => ({ id: 'w' }),
		helpers: {
			checkProcessedAndRecord: async (entries: string[]) => {
				check(entries);
				const added = entries.filter((entry) => !kept.has(entry));
				for (const entry of added) kept.add(entry);
				return await Promise.resolve({ new: added, processed: [] });
			},
			removeProcessed: async (entries: string[]) => {
				check(entries.map((entry) => `remove ${entry}`));
				for (const entry of entries) kept.delete(entry);
				return await Promise.resolve();
			},
			getProcessedDataCount: async () => await Promise.resolve(kept.size + filler),
		},
	} as unknown as IExecuteFunctions;
	return { context, kept };
}

/** An execution: whom it looks up under a key, or how many, and what it sends to whom. */
interface Execution {
	key?: string;
	of: string[] | number;
	isOnlyLook?: boolean;
	again?: string[];
	sends?: Array<{ to: string[]; comes: 'accepted' | 'unknown' | 'refused' }>;
	/** Its process ends without a word, or it goes on until all others ended. */
	dies?: boolean;
	isLast?: boolean;
}
interface Stored {
	kept?: string[];
	filler?: number;
	fails?: string;
}

async function begin(context: IExecuteFunctions, { key = 'k', of, isOnlyLook, again }: Execution) {
	const marks = Array.isArray(of) ? of : Array.from({ length: of }, (_, index) => `m${index}`);
	const record = new SentRecord(context);
	const sendsAgain = again && ((mark: string) => again.includes(mark));
	try {
		const marked = marks.map((mark) => ({ mark, key }));
		const { sent, unknown } = await record.lookUp(marked, { isOnlyLook, sendsAgain });
		return { record, found: `sent ${[...sent].join()}; unknown ${[...unknown].join()}` };
	} catch (error) {
		return { record, found: (error as Error).message };
	}
}

/** What the executions of each group find, and what becomes of what they send, all at once; and what is stored then. */
async function executions(stored: Stored, ...groups: Execution[][]) {
	const { context, kept } = storage(stored.filler ?? 0, stored.fails);
	for (const entry of stored.kept ?? []) kept.add(entry);
	const said: string[] = [];
	const last: SentRecord[] = [];
	for (const group of groups) {
		const begun = [];
		for (const each of group) begun.push({ ...each, ...(await begin(context, each)) });
		said.push(...begun.map(({ found }) => found));
		const sends = begun.flatMap(({ record, sends = [] }) =>
			sends.map(async ({ to, comes }) => {
				const parts = { message: comes, description: '', outcome: 'unknown' as const };
				const request = async () => {
					if (comes === 'unknown') throw requestError(node as never, parts);
					if (comes === 'refused')
						throw operationError(node as never, { ...parts, outcome: comes });
					return await Promise.resolve(comes);
				};
				return await record.send(to, request).catch((error: Error) => error.message);
			}),
		);
		said.push(...(await Promise.all(sends)));
		for (const { record, dies, isLast } of begun) {
			if (isLast) last.push(record);
			else if (!dies) await record.close();
		}
	}
	for (const record of last) await record.close();
	return { said, kept: [...kept].sort() };
}

/** Which nodes, one after the other, may send what was approved. */
async function approvals(...claims: Array<[node: string, approved: string]>) {
	const { context, kept } = storage(0);
	const may: boolean[] = [];
	for (const [id, approved] of claims) {
		const ofNode = { ...context, getNode: () => ({ ...node, id }) } as unknown as IExecuteFunctions;
		const claimed = claimApproval(ofNode, approved);
		may.push(
			await claimed.then(
				() => true,
				() => false,
			),
		);
	}
	return { may, kept: kept.size };
}

playTables(tables, {
	executions,
	approvals,
	'whether a record has room': (entries: number) =>
		noRoomFor(node as never, entries)?.message ?? null,
});
