import type { TemplateButton } from './template';

/** What kind of message a file becomes. */
export type FileKind = 'image' | 'video' | 'document' | 'audio';

/** A button of a chat message. `value` is where a link leads, or what a copy-code button copies. */
export interface ShownButton {
	type: TemplateButton['type'];
	text: string;
	value?: string;
}

/** A file of a chat message by its address. */
export interface ShownFile {
	kind: FileKind;
	url: string;
}

/** What a handset shows, or plays when it is a call. */
export type MessageContent =
	| { kind: 'sms'; text: string; parts: number }
	| { kind: 'chat'; text: string; file?: ShownFile }
	| {
			kind: 'template';
			template: number;
			title: string;
			file?: ShownFile;
			body: string;
			footer: string;
			buttons: ShownButton[];
	  }
	| {
			kind: 'call';
			/** Text that is spoken; empty when a recording or a service is played. */
			says: string;
			/** Address of the recording. */
			recording?: string;
			/** Name of the telephony service that is played. */
			service?: string;
			/** Name of the service that follows. */
			next?: string;
			/** `getdigits` of the call, which digits it waits for; `menu` where a service asks by itself. */
			asks: string;
	  };

/** One message of a handset, in either direction. */
export interface Message {
	/** Running number, higher for newer ones. */
	id: number;
	/** Canonical phone of the handset. */
	phone: string;
	accountId: string;
	/** Whether the handset's owner wrote it. */
	byRecipient: boolean;
	/** Sender ID, caller (`0` is hidden) or chat number of the business; empty for the service's own. */
	business: string;
	/** Moment in ms. */
	at: number;
	content: MessageContent;
	/** The one-time code in it. */
	code?: string;
	/** Campaign code. */
	taskId?: string;
	/** Digits pressed in a call. */
	pressed?: string;
}
