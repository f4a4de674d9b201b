import type { CampaignRun } from './campaignRun';
import type { RequestSettings } from '../run/requestSettings';
import type { SharedSettings } from '../approve/previewed';

/** The settings of some rows of a preview. */
export interface SettingsOfRows {
	/** Counted from 1, in the order of the requests. */
	number: number;
	/** As the rows share them. */
	shared: SharedSettings;
	settings: RequestSettings;
}

/** When a campaign begins is counted anew when it is sent, and its progress updates are decided then. */
const DECIDED_LATER = ['dh', 'di', 'dy', 'dm', 'dd', 'ne', 'np', 'nu'];

/** The settings of a preview's requests, by `settingsKey`. */
export async function settingsOfPreview({
	kind,
	requests,
	settings: all,
}: CampaignRun): Promise<Map<string, SettingsOfRows>> {
	const known = new Map<string, SettingsOfRows>();
	for (const { settingsKey, context } of requests) {
		if (known.has(settingsKey)) continue;
		const settings = all.get(settingsKey)!;
		const { body, startsAt, timeZone, zone } = settings;
		const template = (await kind.templateOf?.(context))?.(body);
		const entries = Object.entries(body).filter(([wire]) => !DECIDED_LATER.includes(wire));
		const shared = {
			body: Object.fromEntries(entries),
			startsAt: startsAt === undefined ? undefined : new Date(startsAt).toISOString(),
			...{ timeZone, zone, template },
		};
		known.set(settingsKey, { number: known.size + 1, shared, settings });
	}
	return known;
}
