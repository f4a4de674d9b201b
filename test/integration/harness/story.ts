// What a story may say: the vocabulary of `stories/*.json`.
import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';

import type { EmulatorOptions, FaultRule } from '../../../emulator';
import type { AgentTurn, ModelCall } from './callingAgent';
import type { NodeRunOptions } from './runNode';

/** A text that contains all of these, or has the patterns between slashes. */
export type Said = string | string[];

/** A node as a person set it up. */
export interface Node {
	operation?: string;
	/** Beside those of its row in test/operations, and of what it is like; groups of options are joined. */
	parameters?: INodeParameters;
}

/** The items of one execution: those of the file when it says nothing. */
interface Input {
	items?: IDataObject[];
	/** So many rows with valid phones of their own, and no other column. */
	rows?: number;
	/** Files of all items, by their names in the story file or as they are. */
	file?: Files;
	/** Files of each item, in its place. */
	files?: Array<Files | null>;
	/** What an earlier execution put out, by the name under which it was kept. */
	from?: string;
	/** Which of them, in this order. */
	picks?: number[];
	/** What is changed in their data, by paths such as `1.text`; `<missing>` takes a value away. */
	changes?: IDataObject;
}

/** A file as a node before left it. */
export interface FileOfStory extends Partial<Pick<IBinaryData, 'fileName' | 'mimeType'>> {
	/** What is in it: a type of `test/files.ts`, or a text. */
	content: string;
	/** A text at the end of it, and zeros. */
	more?: string;
	megabytes?: number;
	/** The execution that n8n keeps it for; `temp` is an upload, and "no one" has stored what is in the item itself. */
	of?: string;
	/** n8n no longer has it. */
	isLost?: true;
	/** The field of the item; `data` when left out. */
	name?: string;
}
type Files = string | FileOfStory | Array<string | FileOfStory>;

/** What the service got of files: each in the order of the requests. */
export interface FilesGot {
	/** Names in their addresses. */
	names?: string[];
	/** As what n8n serves them. */
	served?: object[];
	/** For how many days their addresses work, or until when. */
	days?: number[];
	until?: string[];
	/** What it downloaded. */
	downloads?: object[];
	/** How many different files it downloaded. */
	differ?: number;
	/** How many n8n stored for the node. */
	stored?: number;
	/** How the campaigns ended. */
	ends?: string[];
}

/** What happens around it. */
interface Circumstances {
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
	/** A model calls it for each item; up to version 2.2 of the agent n8n does so outside its engine. */
	isTool?: true | 'of an older agent';
	/** How n8n runs it. */
	execution?: Pick<NodeRunOptions, 'mode' | 'workflow' | 'loopOver'>;
	/** Settings of the service from now on. */
	service?: EmulatorOptions;
	/** "Retry On Fail" with so many tries. */
	tries?: number;
	/** The node's id, where it is another one than in the execution before. */
	id?: string;
	/** The token of its credential. */
	token?: string;
	/** Faults of the operation's own requests. */
	faults?: Array<Partial<FaultRule>>;
	account?: object;
	/** The first requests are answered late, so that others overlap with them. */
	heldBack?: number;
	/** What becomes of campaigns before, by their codes. */
	campaigns?: Record<string, 'running' | 'done' | 'cancel'>;
	/** It reviews a call that a model makes. */
	reviewed?: { call: ModelCall } & Pick<AgentTurn, 'toolType'>;
	/** Retries the execution before, as it was or with the node as it is now. */
	retry?: 'as it was' | 'as it is now';
	/** The kept execution that is retried, in place of the one before. */
	of?: string;
	/** What time it is; of several, each holds until one more request has come. */
	now?: string | string[];
}

/** What must come of it. */
interface Outcome {
	/** The error that stops it, by all that it says; none when left out. */
	error?: Said;
	/** What the error does not say. */
	errorWithout?: string[];
	/** A part of the context of the error. */
	context?: object;
	outcomes?: string[];
	/** How many items there are. */
	count?: number;
	/** A part of the data of each item; `<missing>` is a column that it does not have. */
	output?: object[];
	/** What no item holds. */
	outputWithout?: string[];
	/** The item or items of the input that each is paired with. */
	pairedTo?: Array<number | number[]>;
	/** What items that failed say, each in its place. */
	failures?: Array<Said | null>;
	/** A part of each request of this execution, or how many there are. */
	requests?: object[] | number;
	mostRequests?: number;
	/** Its requests are those of the execution before. */
	hasRequestsOfBefore?: true;
	/** Who has how many messages of all executions, each with the text where it says so. */
	reached?: Record<string, number>;
	texts?: Record<string, string>;
	/** Phones on contact list 1003. */
	contacts?: string[];
	/** How many requests the service answered at once. */
	atOnce?: number;
	/** Whether the execution waited. */
	waits?: boolean;
	/** What the service got of the files. */
	filesGot?: FilesGot;
	hints?: Said;
	/** What the hints do not say. */
	hintsWithout?: string[];
	/** What the model reads of a reviewed call, which was not approved. */
	told?: Said;
	/** Nothing of a message is kept under a Campaign Key. */
	keepsNothing?: true;
	/** What the items are warned of, each in its place. */
	warnings?: Said[];
	/** All items have the same data. */
	isSame?: true;
	/** What the page of a preview shows. */
	page?: Said;
	pageWithout?: string[];
	/** How many different messages it shows. */
	messagesOnPage?: number;
}

/** One execution, and what must come of it. */
export interface Run extends Node, Input, Circumstances, Outcome {
	/** The name of a node of the file that it is like. */
	node?: string;
	/** Under this name its output is kept for later executions. */
	keeps?: string;
	/** It is kept as a person's approval puts it out: of this workflow and account, or of others. */
	approved?: { workflow?: string; instance?: string; token?: string };
}

/** Stories of one thing, with what they have in common. */
export interface Stories {
	about: string;
	nodes?: Record<string, Node>;
	items?: IDataObject[];
	/** Files that its executions name. */
	files?: Record<string, FileOfStory>;
	/** n8n keeps them in memory, as it does unless it is told otherwise. */
	filesInMemory?: true;
	/** Settings of the service. */
	service?: EmulatorOptions;
	stories: Record<string, Run[]>;
}
