import { isIP } from 'node:net';
import {
	oneOf,
	optional,
	orNull,
	readFields,
	wholeNumber,
	yesOrNo,
	type Reader,
} from '../protocol/readFields';
import { defaultReadings, readings, type Readings } from '../protocol/readings';
import { isWebAddress } from '../protocol/webAddress';

/** How the query of a notification is joined to the caller's address; the specification does not say, services differ. */
export type AppendStyle = 'correct' | 'question' | 'ampersand';

/** How replies and notifications spell a phone: as the caller did, or always local or international. */
export type PhoneSpelling = 'given' | 'local' | 'international';

/** What can be changed while the emulator runs. */
export interface SettingValues extends Readings {
	/** Wait before a request is looked at, ms. */
	latencyMs: number;
	/** Time between acceptance, START and each chunk of a campaign, ms. */
	campaignStepMs: number;
	/** Recipients per step of a campaign without `int`. */
	chunkSize: number;
	/** Deliver `nu` notifications to any host, not only to this machine. */
	notifyAnywhere: boolean;
	appendStyle: AppendStyle;
	/** Deliver START before the reply that names the campaign. */
	startBeforeReply: boolean;
	/** Download the file of a voice or template campaign when it starts; the specification does not say when the service does. */
	fetchCampaignFiles: boolean;
	/** Let the service fetch files from this machine. */
	allowLocalFiles: boolean;
	/** Whether web pages of other sites may call the service through the browser of anyone who runs it. */
	allowForeignPages: boolean;
	phoneSpelling: PhoneSpelling;
	/** Address that what customers write is posted to, as a system of the business would; null for nowhere. */
	forwardInbound: string | null;
	/** Address the service believes the caller has; null for the true one. */
	callerIp: string | null;
	/** The service cannot tell the caller's address: "No IP", "no ip". */
	callerIpUnknown: boolean;
	/** The service is broken inside: "system error (temporary)", "system 1, please call the support". */
	systemFault: boolean;
}

/** Settings in force when nothing else is asked for. */
export const defaultSettings: SettingValues = {
	latencyMs: 0,
	campaignStepMs: 20,
	chunkSize: 500,
	notifyAnywhere: false,
	appendStyle: 'correct',
	startBeforeReply: false,
	fetchCampaignFiles: false,
	allowLocalFiles: true,
	allowForeignPages: false,
	phoneSpelling: 'given',
	forwardInbound: null,
	callerIp: null,
	callerIpUnknown: false,
	systemFault: false,
	...defaultReadings,
};

/** The settings in force; one object for the life of an emulator, so everybody sees a change. */
export type Settings = SettingValues;

/** The settings an emulator starts with. Throws for one that does not exist. */
export function startSettings(initial: Partial<SettingValues>): Settings {
	const settings = { ...defaultSettings };
	changeSettings(settings, initial);
	return settings;
}

const hourMs = 3_600_000;

const webAddress: Reader<string> = (value) => {
	if (typeof value !== 'string' || !isWebAddress(value))
		throw new Error('an http or https address');
	return value;
};

const ipAddress: Reader<string> = (value) => {
	if (typeof value !== 'string' || isIP(value) === 0) throw new Error('an IP address');
	return value;
};

const own: { [Name in Exclude<keyof SettingValues, keyof Readings>]: Reader<SettingValues[Name]> } =
	{
		latencyMs: wholeNumber(0, hourMs),
		campaignStepMs: wholeNumber(0, 24 * hourMs),
		chunkSize: wholeNumber(1, 1_000_000),
		notifyAnywhere: yesOrNo,
		appendStyle: oneOf(['correct', 'question', 'ampersand']),
		startBeforeReply: yesOrNo,
		fetchCampaignFiles: yesOrNo,
		allowLocalFiles: yesOrNo,
		allowForeignPages: yesOrNo,
		phoneSpelling: oneOf(['given', 'local', 'international']),
		forwardInbound: orNull(webAddress),
		callerIp: orNull(ipAddress),
		callerIpUnknown: yesOrNo,
		systemFault: yesOrNo,
	};

const readers: Record<string, Reader<unknown>> = Object.fromEntries(
	Object.entries({
		...own,
		...Object.fromEntries(Object.entries(readings).map(([name, each]) => [name, oneOf(each)])),
	}).map(([name, reader]) => [name, optional(reader as Reader<unknown>)]),
);

/**
 * Changes some settings; one that is undefined stays. Throws for one that does not exist, and for a value it cannot have;
 * nothing is changed then.
 *
 * @param changes `Partial<SettingValues>`, or what claims to be it
 */
export function changeSettings(settings: Settings, changes: unknown): void {
	const given = Object.entries(readFields(changes, readers));
	Object.assign(settings, Object.fromEntries(given.filter(([, value]) => value !== undefined)));
}
