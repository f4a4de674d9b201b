import type { AppendStyle } from './campaigns/address';
import { internationalForm, type Phone } from './rules/phones';
import type { Duplicates, SharedMembers } from './rules/recipients';

/** How replies and notifications spell a phone: as the caller did, or always local or international. */
export type PhoneSpelling = 'given' | 'local' | 'international';

/** What can be changed while the emulator runs. */
export interface SettingValues {
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
	/** Let `sendWa` fetch files from this machine. */
	allowLocalFiles: boolean;
	phoneSpelling: PhoneSpelling;
	/** A phone named again in `list`, in any spelling, or under another spelling in `listjson`. */
	duplicates: Duplicates;
	/** A contact of several lists of one send. */
	sharedMembers: SharedMembers;
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
	allowLocalFiles: true,
	phoneSpelling: 'given',
	duplicates: 'drop',
	sharedMembers: 'once',
	callerIp: null,
	callerIpUnknown: false,
	systemFault: false,
};

/** The settings in force; one object for the life of an emulator, so everybody sees a change. */
export class Settings implements SettingValues {
	latencyMs!: number;
	campaignStepMs!: number;
	chunkSize!: number;
	notifyAnywhere!: boolean;
	appendStyle!: AppendStyle;
	startBeforeReply!: boolean;
	allowLocalFiles!: boolean;
	phoneSpelling!: PhoneSpelling;
	duplicates!: Duplicates;
	sharedMembers!: SharedMembers;
	callerIp!: string | null;
	callerIpUnknown!: boolean;
	systemFault!: boolean;

	constructor(private readonly initial: Partial<SettingValues>) {
		this.reset();
	}

	/** Back to the values the emulator was started with. */
	reset(): void {
		Object.assign(this, defaultSettings, this.initial);
	}

	/** The values alone. */
	values(): SettingValues {
		const names = Object.keys(defaultSettings) as Array<keyof SettingValues>;
		return Object.fromEntries(names.map((name) => [name, this[name]])) as unknown as SettingValues;
	}

	/** A phone as replies spell it. */
	spellPhone({ phone, given }: Phone): string {
		if (this.phoneSpelling === 'given') return given;
		return this.phoneSpelling === 'local' ? phone : internationalForm(phone);
	}
}
