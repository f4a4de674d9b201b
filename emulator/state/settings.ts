import { defaultReadings, isReading, readings, type Readings } from '../protocol/readings';

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
	/** Open the links of messages as previews and scanners do, so many ms after acceptance; null not at all. */
	openLinksAfterMs: number | null;
	/** Deliver START before the reply that names the campaign. */
	startBeforeReply: boolean;
	/** Download the file of a voice or template campaign when it starts; the specification does not say when the service does. */
	fetchCampaignFiles: boolean;
	/** Let the service fetch files from this machine. */
	allowLocalFiles: boolean;
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
	openLinksAfterMs: null,
	startBeforeReply: false,
	fetchCampaignFiles: false,
	allowLocalFiles: true,
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

/**
 * Changes some settings; one that is undefined stays. Throws for one that does not exist, and for a reading that does not;
 * nothing is changed then.
 */
export function changeSettings(settings: Settings, changes: Partial<SettingValues>): void {
	const given = Object.entries(changes).filter(([, value]) => value !== undefined);
	for (const [name, value] of given) {
		if (!Object.hasOwn(defaultSettings, name)) throw new Error(`no setting ${name}`);
		const allowed: readonly unknown[] | undefined = isReading(name) ? readings[name] : undefined;
		if (allowed?.includes(value) === false) {
			throw new Error(`${name} must be one of ${allowed.join(', ')}`);
		}
	}
	Object.assign(settings, Object.fromEntries(given));
}
