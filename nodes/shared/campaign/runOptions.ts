import type { IExecuteFunctions } from 'n8n-workflow';

import type { SharedRules } from '../approve/previewed';
import { savedOption, type Field } from '../fields/field';
import type { SendTo } from '../run/rowsKind';
import { modeFields, stillDecided } from '../fields/modeFields';
import { delayOption, type UnknownOutcome } from '../fields/sendingOptions';
import { recipientZoneOption } from '../fields/timingFields';
import { operationError } from '../service/nodeErrors';
import type { Checks, Limits } from '../rules/beforeSending';
import { onOrOff, wholeNumber } from '../rules/numbers';
import { isEmpty, quoted, type Problem, type Read } from '../rules/reader';
import { testNumbers } from '../rules/phoneLists';
import { readOptOutUrl } from '../run/optOutField';
import type { OptOutLinksOf } from '../service/optOutLink';
import { addedOptions, readOption, type AddedOption } from '../run/choices';
import { readParameter } from '../run/parameters';

/** What the options say about the run as a whole. Each is read once, for the first item. */
export interface RunOptions extends SharedRules {
	allowManyCampaigns: boolean;
	/** The id of a preview that a person approved: by it, each row is sent once. */
	approvedId?: string;
	/** Empty for none. */
	campaignKey: string;
	checks: Checks;
	/** Whether what a recipient reads is in its output item. */
	includeText: boolean;
	/** Whether what a person approved is sent, and nothing else. */
	isApproved: boolean;
	/** Who gets nothing, in the form of `comparablePhone`; undefined without the option. */
	leaveOut?: ReadonlySet<string>;
	limits: Limits;
	/** Whether a preview has its page. */
	previewPage: boolean;
	onlyEstimate: boolean;
	/** What makes the opt-out links of texts; undefined without the option. */
	optOut?: OptOutLinksOf;
	output: 'campaign' | 'recipient';
	repairNumbers: boolean;
	replaceCharacters: boolean;
	/** With more recipients nothing is sent without an approval; a preview and a test need none. */
	requireApprovalAbove?: number;
	test?: TestSend;
	unknownOutcome: UnknownOutcome;
	waitForCompletion: boolean;
	/** How long to wait for completion at most, in milliseconds. */
	waitLimitMs: number;
}

/** Whom a campaign goes to, and what is done with it. */
const WHOM: readonly SendTo[] = ['items', 'lists'];
const MODES = ['preview', 'test', 'send', 'sendApproved'] as const;

/** A test: how many of the first rows go to which numbers, and to no one else. */
interface TestSend {
	numbers: string[];
	rows: number;
}

/** What is wrong with an option of single recipients where the campaign is sent to distribution lists. */
const NOT_FOR_LISTS =
	'cannot be used together with distribution lists, whose members only the service knows';
/** Options of single recipients that have nothing to do where there are none: they keep no one from a message. */
const IDLE_FOR_LISTS = ['includeText', 'output', 'repairNumbers'];

/** How long to wait when the options say nothing. */
const DEFAULT_WAIT_MS = 60 * 60_000;

/** Options that change nothing, for a run of which one cannot be read. */
export const noOptions: RunOptions = {
	...{ sendTo: 'items', duplicates: 'once', output: 'campaign', unknownOutcome: 'stop' },
	...{ allowManyCampaigns: false, campaignKey: '', checkBalance: false, onlyEstimate: false },
	...{ checks: {}, isApproved: false, limits: {} },
	...{
		includeText: false,
		previewPage: false,
		recipientZone: false,
		repairNumbers: false,
	},
	...{ replaceCharacters: false },
	...{ severalPerList: false, waitForCompletion: false, waitLimitMs: DEFAULT_WAIT_MS },
};

/** Options that the run goes by as they were read. */
const AS_READ = [
	...(['allowManyCampaigns', 'campaignKey', 'checkBalance', 'checks', 'duplicates'] as const),
	...(['includeText', 'leaveOut', 'limits', 'quietHours', 'repairNumbers'] as const),
	...(['replaceCharacters', 'severalPerList', 'unknownOutcome', 'waitForCompletion'] as const),
];

/** Whether the campaign is sent to its recipients: it is neither a preview nor a test. */
export function goesToRecipients({ onlyEstimate, test }: RunOptions): boolean {
	return !onlyEstimate && test === undefined;
}

/**
 * Whether an output item represents a row instead of a campaign. A preview and what was approved always have rows; of
 * others to lists, no one knows the members.
 */
export function isPerRecipient({ sendTo, output, onlyEstimate, isApproved }: RunOptions): boolean {
	return onlyEstimate || isApproved || (sendTo === 'items' && output === 'recipient');
}

/**
 * Reads all options of a run before anything is sent: one that cannot be read must not be found out
 * after sending.
 *
 * @param fields the operation's fields, for the display names
 * @throws NodeOperationError when the expression of one fails, or its value breaks a rule
 */
export function readRunOptions(context: IExecuteFunctions, fields: Field[]): RunOptions {
	const reader = new OptionReader(context, fields);
	const mode = reader.choice('mode', 'Mode', MODES, 'Choose again whether to send the campaign.');
	if (mode === 'sendApproved') return readDecided(new OptionReader(context, stillDecided(fields)));
	const sendTo = reader.choice('sendTo', 'Send To', WHOM, 'Choose again who gets the campaign.');
	if (sendTo === 'lists') reader.refuseForLists();
	const options: RunOptions = {
		...noOptions,
		...reader.asRead(),
		sendTo,
		onlyEstimate: mode === 'preview',
		...reader.optOut(mode === 'test'),
		output: mode === 'preview' ? 'recipient' : reader.option('output', 'campaign'),
		requireApprovalAbove:
			mode === 'send' ? reader.option('requireApprovalAbove', undefined) : undefined,
		previewPage: mode === 'preview' && reader.previewPage(),
		recipientZone: reader.isAdded(recipientZoneOption.name),
		spreadOver: reader.spreadOver(sendTo),
		test: mode === 'test' ? reader.test(sendTo) : undefined,
		waitLimitMs: reader.option('waitLimit', DEFAULT_WAIT_MS),
	};
	reader.checkOthers();
	return options;
}

/** Reads what is still decided of a campaign that was approved. */
function readDecided(reader: OptionReader): RunOptions {
	const decided = {
		campaignKey: reader.option('campaignKey', ''),
		leaveOut: reader.option<RunOptions['leaveOut']>('leaveOut', undefined),
		unknownOutcome: reader.option('unknownOutcome', noOptions.unknownOutcome),
		waitForCompletion: reader.option('waitForCompletion', false),
		waitLimitMs: reader.option('waitLimit', DEFAULT_WAIT_MS),
	};
	reader.checkOthers();
	return { ...noOptions, ...decided, isApproved: true };
}

class OptionReader {
	private readonly added: Map<string, AddedOption>;
	private readonly seen = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fields: Field[],
	) {
		const ofRun = addedOptions(context.getNode(), fields).filter(({ wire }) => wire === undefined);
		this.added = new Map(ofRun.map((option) => [option.field.name, option]));
	}

	/** A choice for the whole run, usually the first; a word that is none, as in an imported workflow, is refused. */
	choice<T extends string>(name: string, label: string, choices: readonly T[], fix: string): T {
		const entered = readParameter(this.context, name, choices[0], label).at(0);
		const chosen = choices.find((choice) => choice === entered);
		if (chosen !== undefined) return chosen;
		throw operationError(this.context.getNode(), {
			message: `${label} must be one of ${choices.join(', ')}, not ${quoted(entered)}`,
			description: fix,
		});
	}

	asRead(): Pick<RunOptions, (typeof AS_READ)[number]> {
		const read = AS_READ.map((name) => [name, this.option<unknown>(name, noOptions[name])]);
		return Object.fromEntries(read) as Pick<RunOptions, (typeof AS_READ)[number]>;
	}

	/** What an option holds, by what kind of field it is; the fallback where no one added it. */
	option<T>(name: string, fallback: T): T {
		const read = this.read<T>(name);
		return read === undefined ? fallback : this.checked(name, read);
	}

	private read<T>(name: string): Read<T> | undefined {
		const option = this.added.get(name);
		this.seen.add(name);
		if (option === undefined) return undefined;
		const { path, field } = option;
		const entered = readParameter(this.context, path, null, field.displayName).at(0);
		return readOption(this.context.getNode(), option, entered) as Read<T>;
	}

	/** Whether someone added an option that is read for each row. */
	isAdded(name: string): boolean {
		this.seen.add(name);
		return this.added.has(name);
	}

	/** Options that are read where they are used must be right, too. */
	checkOthers(): void {
		for (const name of this.added.keys()) {
			if (!this.seen.has(name)) this.option<unknown>(name, undefined);
		}
	}

	/**
	 * Options that the editor shows for input items only. Where an expression chose the lists n8n hands them on, and
	 * no protection may be left out without a word.
	 */
	refuseForLists(): void {
		for (const { field } of this.added.values()) {
			const { name, displayOptions } = field;
			const hiddenFor = displayOptions?.hide?.['/sendTo'] ?? [];
			if (!hiddenFor.includes('lists') || IDLE_FOR_LISTS.includes(name)) continue;
			if (field.type === 'boolean' && !this.option(name, false)) continue;
			throw this.wrong(name, {
				rule: NOT_FOR_LISTS,
				fix: "Remove the option, or set 'Send To' to Input Items.",
			});
		}
	}

	spreadOver(sendTo: SendTo): number | undefined {
		const hours = this.option<number | undefined>('spreadOver', undefined);
		if (hours !== undefined && sendTo === 'lists') {
			throw this.wrong('spreadOver', {
				rule: NOT_FOR_LISTS,
				fix: "Remove the option, or use 'Delay Between Recipients'.",
			});
		}
		if (hours !== undefined && savedOption(this.context.getNode(), delayOption) !== undefined) {
			throw this.wrong('spreadOver', {
				rule: `cannot be used together with '${delayOption.displayName}'`,
				fix: 'Remove one of the two options.',
			});
		}
		return hours;
	}

	optOut(isTest: boolean): Pick<RunOptions, 'optOut' | 'optOutUrl'> {
		const optOutUrl = this.option<string | undefined>('optOutUrl', undefined);
		if (optOutUrl === undefined) return {};
		const optOut = this.checked('optOutUrl', readOptOutUrl(this.context, optOutUrl, isTest));
		return { optOut, optOutUrl };
	}

	previewPage(): boolean {
		const entered = readParameter(this.context, 'previewPage', true, 'Preview Page').at(0);
		return this.checked('previewPage', onOrOff(entered));
	}

	test(sendTo: SendTo): TestSend {
		if (sendTo === 'lists') {
			throw this.wrong('mode', {
				rule: 'cannot be Test together with distribution lists',
				fix: "Set 'Send To' to Input Items for the test, or 'Mode' to Send.",
			});
		}
		const entered = readParameter(this.context, 'testNumbers', '', 'Test Numbers').at(0);
		if (isEmpty(entered)) {
			throw this.wrong('testNumbers', {
				rule: 'is empty',
				fix: "Enter your own phone number, or set 'Mode' to Send.",
			});
		}
		const rows = readParameter(this.context, 'testRows', 1, 'Test Rows').at(0);
		return {
			numbers: this.checked('testNumbers', testNumbers(entered)),
			rows: this.checked('testRows', wholeNumber(1, 10, 'rows')(rows)),
		};
	}

	private checked<T>(name: string, read: Read<T>): T {
		if ('problem' in read) throw this.wrong(name, read.problem);
		return read.value;
	}

	private wrong(name: string, { rule, fix }: Problem): Error {
		return operationError(this.context.getNode(), {
			message: `${this.labelOf(name)} ${rule}`,
			description: fix,
		});
	}

	private labelOf(name: string): string {
		const all = [...modeFields, ...this.fields.flatMap(({ options = [] }) => options as Field[])];
		return all.find((option) => option.name === name)?.displayName ?? name;
	}
}
