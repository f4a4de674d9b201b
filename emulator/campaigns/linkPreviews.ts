import axios from 'axios';
import { isLoopbackHost } from '../protocol/webAddress';
import type { Clock } from '../state/clock';
import type { Settings } from '../state/settings';

/** A link in a message that something opened before any person did. */
export interface OpenedLink {
	phone: string;
	url: string;
	userAgent: string;
	/** HTTP status of the answer; 0 without one. */
	status: number;
}

/** Who opens links in messages: apps that show previews, and scanners of phones and companies. */
const userAgents = [
	'WhatsApp/2.23.20.0',
	'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
	'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36',
];

/** Opens the links of messages as previews and scanners do, when the settings ask for it. */
export class LinkPreviews {
	opened: OpenedLink[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** Notes a message that was accepted for a phone. Only links to this machine are opened. */
	note(phone: string, text: string): void {
		const { openLinksAfterMs } = this.settings;
		if (openLinksAfterMs === null) return;
		const links = (text.match(/https?:\/\/\S+/g) ?? []).filter(
			(link) => URL.canParse(link) && isLoopbackHost(new URL(link).hostname),
		);
		for (const url of links) {
			this.clock.at(this.clock.now() + openLinksAfterMs, () => void this.open(phone, url));
		}
	}

	/** Forgets what was opened. */
	clear(): void {
		this.opened = [];
	}

	private async open(phone: string, url: string): Promise<void> {
		for (const userAgent of userAgents) {
			const status = await axios
				.get(url, {
					headers: { 'User-Agent': userAgent },
					validateStatus: () => true,
					proxy: false,
				})
				.then(
					(answer) => answer.status,
					() => 0,
				);
			this.opened.push({ phone, url, userAgent, status });
		}
	}
}
