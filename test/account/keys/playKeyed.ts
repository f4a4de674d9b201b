import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import type { ProcessedItemsStorage } from '../../integration/harness/processedItems';
import { runNode, type NodeRunResult } from '../../integration/harness/runNode';
import { lossy, type KeyedRow, type KeyedRun, type KeyedScenario } from './scenario';

/** Where a scenario is played: both are empty when it begins. */
export interface Stage {
	control: Emulator['control'];
	url: string;
	storage: ProcessedItemsStorage;
}

/**
 * Plays executions of one node with Campaign Keys.
 *
 * @returns in what the claims and the service's ledger disagree; nothing when all is well
 */
export async function playKeyed(scenario: KeyedScenario, stage: Stage): Promise<string[]> {
	const account = new KeyedAccount(scenario, stage);
	const clock = jest.spyOn(Date, 'now');
	try {
		let minutes = 0;
		const now = clock.getMockImplementation() ?? (() => new Date().getTime());
		for (const run of scenario.runs) {
			minutes += run.minutesLater;
			const later = minutes * 60_000;
			clock.mockImplementation(() => now() + later);
			await account.play(run);
		}
		await account.play(calmRun(scenario), true);
	} finally {
		clock.mockRestore();
	}
	return account.broken;
}

/** A last run without faults, with one row for everyone: it sends what was not sent. */
function calmRun({ operation, runs }: KeyedScenario): KeyedRun {
	const all = runs.flatMap(({ rows, beside = [] }) => [...rows, ...beside]);
	const keys = operation === 'send' ? ['k1', 'k2'] : [all[0].key];
	const rows = keys.flatMap((key) => {
		const ofKey = new Set(all.filter((row) => row.key === key).flatMap(recipientsOf));
		const row = { text: `a #${key}`, sender: 'MyShop', key };
		return [...ofKey].map((each) => ({ ...row, phone: each.split(' ')[1] }));
	});
	return {
		...{ rows, onError: 'continueRegularOutput', duplicates: 'once', sendAgain: false },
		...{ faults: [], minutesLater: 0 },
	};
}

class KeyedAccount {
	readonly broken: string[] = [];
	/** Who is said to have got it for certain. */
	private readonly certain = new Set<string>();
	/** Who is said to have got it, or perhaps. */
	private readonly told = new Set<string>();
	/** Whether a reply was lost, or a process died. */
	private isDoubtful = false;
	private isDead = false;
	private hasDied = false;
	private before = new Map<string, number>();

	constructor(
		private readonly scenario: KeyedScenario,
		private readonly stage: Stage,
	) {}

	async play(run: KeyedRun, isLast = false): Promise<void> {
		const { control, storage } = this.stage;
		control.addFaults(run.faults.map((fault) => ruleOf(fault)));
		if (run.diesAfter !== undefined) this.dieAfter(run.diesAfter);
		if (run.diesAfter !== undefined || run.faults.some(({ kind }) => lossy.includes(kind))) {
			this.isDoubtful = true;
		}
		const tables = run.beside === undefined ? [run.rows] : [run.rows, run.beside];
		const results = await Promise.all(
			tables.map(async (rows) => await this.execute({ ...run, rows })),
		);
		await this.settled();
		control.clearFaults();
		storage.beforeWrite = () => {};
		this.check(run, results, tables, isLast);
		this.isDead = false;
	}

	private dieAfter(requests: number): void {
		const { control, storage } = this.stage;
		const accepted = () => control.requests().filter((request) => request.accepted).length;
		const most = accepted() + requests;
		storage.beforeWrite = (kind, entries) => {
			// Not between an entry that a look records and its removal: see docs/campaign-key.md.
			this.isDead ||= kind === 'record' && accepted() >= most && entries.some(isOfMessage);
			if (this.isDead) throw new Error('killed');
		};
	}

	private async settled(): Promise<void> {
		const { control } = this.stage;
		const isOpen = () =>
			control.requests().some(({ status, fault }) => status === 0 && !fault?.startsWith('reset'));
		while (isOpen()) await sleep(5);
	}

	private async execute(run: KeyedRun): Promise<NodeRunResult> {
		return await runNode({
			node: new ExtApiSms(),
			credential: { baseUrl: this.stage.url, token: 'demo-token-full' },
			items: run.rows.map((row) => ({ ...row })),
			parameters: parametersOf(this.scenario.operation, run),
			settings: {
				onError: run.onError,
				...(run.tries === undefined
					? {}
					: { retryOnFail: true, maxTries: run.tries, waitBetweenTries: 1 }),
			},
		});
	}

	private check(
		run: KeyedRun,
		results: NodeRunResult[],
		tables: KeyedRow[][],
		isLast: boolean,
	): void {
		const held = this.held();
		this.checkOnce(run, held);
		this.before = held;
		this.hasDied ||= this.isDead;
		// What a process that died would have output no one sees.
		if (this.isDead) return;
		for (const [index, result] of results.entries()) {
			this.checkClaims(result, tables[index], held, isLast);
		}
		// What a dead process did not tell the last run tells, about those it is for.
		if (this.hasDied && !isLast) return;
		const about = this.hasDied ? tables.flat().flatMap(recipientsOf) : [...held.keys()];
		for (const recipient of about.filter((each) => held.has(each) && !this.told.has(each))) {
			this.report(`${recipient} got it, and nothing says so`);
		}
	}

	/** No one gets a second message, but by "Send Again" after an unknown outcome. */
	private checkOnce({ sendAgain }: KeyedRun, held: Map<string, number>): void {
		for (const [recipient, count] of held) {
			const before = this.before.get(recipient) ?? 0;
			const mayRepeat = sendAgain && this.isDoubtful && !this.certain.has(recipient);
			const most = mayRepeat ? Infinity : Math.max(1, before);
			if (count > most) this.report(`${recipient} got it ${count} times, ${before} before`);
		}
	}

	private checkClaims(
		{ items, error }: NodeRunResult,
		rows: KeyedRow[],
		held: Map<string, number>,
		isLast: boolean,
	): void {
		if (error !== undefined) {
			// What an error says of each row is looked at by the account of all operations.
			for (const row of rows) for (const recipient of recipientsOf(row)) this.told.add(recipient);
			if (isLast) this.report(`the last run fails: ${error.message}`);
			return;
		}
		const claims = items.map((item) => claimOf(item, rows));
		for (const [row] of rows.entries()) {
			const places = claims.filter((claim) => claim.row === row).length;
			if (places !== 1) this.report(`row ${row} is in ${places} items`);
		}
		for (const [index, { sent, alreadySent, unknown, refused }] of claims.entries()) {
			if (sent.length > 0 && typeof items[index].json.taskId !== 'string') {
				this.report(`no campaign is named for ${sent.join(', ')}`);
			}
			for (const recipient of [...sent, ...alreadySent]) {
				this.certain.add(recipient);
				if (!held.has(recipient)) this.report(`${recipient} is said to have got it`);
			}
			for (const recipient of [...sent, ...alreadySent, ...unknown]) this.told.add(recipient);
			if (unknown.length > 0 && !this.isDoubtful && !this.hadCompany()) {
				this.report(`doubt without a cause for ${unknown.join(', ')}`);
			}
			if (isLast && refused.length > 0) {
				this.report(
					`the last run refuses ${refused.join(', ')}: ${String(items[index].json.error)}`,
				);
			}
		}
	}

	/** What one execution has under way is unknown to another. */
	private hadCompany(): boolean {
		return this.scenario.runs.some(({ beside }) => beside !== undefined);
	}

	/** How many messages each recipient has, under each key. */
	private held(): Map<string, number> {
		const held = new Map<string, number>();
		for (const { phone, text, count } of this.stage.control.ledger().entries) {
			const recipient = recipientOf(text.split('#')[1], phone);
			held.set(recipient, (held.get(recipient) ?? 0) + count);
		}
		return held;
	}

	private report(message: string): void {
		this.broken.push(message);
	}
}

const isOfMessage = (entry: string): boolean => /^(left|used) /.test(entry);

const ruleOf = ({ kind, nth }: KeyedRun['faults'][number]) => ({
	...{ kind, nth, endpoint: 'scheduleSms' as const },
	...(kind === 'http429' ? { retryAfter: 0 } : {}),
});

function parametersOf(
	operation: KeyedScenario['operation'],
	{ rows, duplicates, sendAgain }: KeyedRun,
): INodeParameters {
	const sender = '={{ $json.sender }}';
	const unknownOutcome = sendAgain ? 'sendAgain' : 'stop';
	return operation === 'send'
		? {
				...{ resource: 'message', operation, sender, message: '={{ $json.text }}' },
				...{ sendTo: 'numbers', phoneNumbers: '={{ $json.phone }}' },
				beforeSending: { campaignKey: '={{ $json.key }}' },
				advanced: { unknownOutcome },
			}
		: {
				...{ resource: 'message', operation, mode: 'send', sender },
				...{ message: '{text}', recipient: 'phone' },
				beforeSending: { duplicates, campaignKey: rows[0].key },
				options: { output: 'recipient' },
				advanced: { unknownOutcome },
			};
}

/** A recipient under a key, however the phone is spelled. */
const recipientOf = (key: string, phone: string): string =>
	`${key} 0${phone.replace(/\D/g, '').slice(-9)}`;

/** The recipients of a row, each once. */
const recipientsOf = ({ key, phone }: KeyedRow): string[] => [
	...new Set(phone.split(',').map((each) => recipientOf(key, each))),
];

/** What an item says of the recipients of its row. */
interface RowClaim {
	row: number;
	/** Sent by this run. */
	sent: string[];
	/** Sent before. */
	alreadySent: string[];
	/** Perhaps sent, now or before. */
	unknown: string[];
	/** The row failed, and nothing was sent for it. */
	refused: string[];
}

/** What an output item says of its row. */
function claimOf({ json, pairedItem }: INodeExecutionData, rows: KeyedRow[]): RowClaim {
	const { item: row } = pairedItem as { item: number };
	const all = recipientsOf(rows[row]);
	const claim: RowClaim = { row, sent: [], alreadySent: [], unknown: [], refused: [] };
	const { outcome } = json;
	if (outcome === 'refused' || outcome === 'notTried') return { ...claim, refused: all };
	const { key } = rows[row];
	const named = (field: unknown) =>
		((field ?? []) as string[]).map((phone) => recipientOf(key, phone));
	const isWhole = outcome === 'unknown' && json.outcomeUnknownFor === undefined;
	claim.unknown = isWhole ? all : named(json.outcomeUnknownFor);
	const left = all.filter((each) => !claim.unknown.includes(each));
	claim.alreadySent = outcome === 'alreadySent' ? left : named(json.alreadySentTo);
	claim.sent = left.filter((each) => !claim.alreadySent.includes(each));
	return claim;
}
