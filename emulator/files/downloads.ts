import { ServiceError } from '../protocol/serviceError';
import type { Clock } from '../state/clock';
import type { Settings } from '../state/settings';
import { fetchFile, type FetchedFile } from './fetchFile';

/** A download the service tried, and what came of it. */
export type Download = { address: string; at: number } & (FetchedFile | { refused: string });

/** Downloads files and remembers it. */
export class Downloads {
	/** A new list with each reset, so that a download under way then is noted nowhere. */
	private records: Download[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/**
	 * Downloads a file, see `fetchFile`.
	 *
	 * @param types extensions it may have; any supported one when left out
	 * @throws ServiceError with the documented refusal
	 */
	async fetch(address: string, types?: string[]): Promise<FetchedFile> {
		const { records } = this;
		const asked = { address, at: this.clock.now() };
		try {
			const file = await fetchFile(address, this.settings.allowLocalFiles, types);
			records.push({ ...asked, ...file });
			return file;
		} catch (error) {
			if (error instanceof ServiceError) {
				records.push({ ...asked, refused: error.description });
			}
			throw error;
		}
	}

	/** Tells, later, whether there was a reset since. */
	sinceNow(): () => boolean {
		const { records } = this;
		return () => this.records !== records;
	}

	list(): Download[] {
		return [...this.records];
	}

	clear(): void {
		this.records = [];
	}
}
