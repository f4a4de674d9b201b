// The files of stories: how a node before left them, and what the service got of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { files, otherFiles, taggedMp3 } from '../../files';
import { filesOfN8n, signedIn } from './filesOfN8n';
import type { serviceForTests } from './serviceForTests';
import type { FileOfStory, FilesGot, Run, Stories } from './story';

const contents: Record<string, Buffer> = { ...files, ...otherFiles, 'tagged mp3': taggedMp3 };
const DAY = 86_400;

/** Files are in n8n's memory, except in an execution of a story with files, which n8n keeps in a folder. */
export function filesOfStories(service: ReturnType<typeof serviceForTests>) {
	const n8n = filesOfN8n();
	let folder: ReturnType<typeof n8n.inMemory>;
	let before = 0;
	beforeEach(() => (folder = n8n.inMemory()));

	async function stored(file: FileOfStory): Promise<IBinaryData> {
		const { content, more = '', megabytes = 0, of = '1', isLost, name: _name, ...described } = file;
		const bytes = Buffer.concat([
			...[contents[content] ?? Buffer.from(content), Buffer.from(more)],
			Buffer.alloc(megabytes * 1024 * 1024),
		]);
		if (of === 'no one') {
			const usual = { mimeType: 'application/pdf', data: bytes.toString('base64') };
			return { ...usual, ...described };
		}
		const kept = await n8n.storeFor(of, bytes, described);
		return isLost ? { ...kept, id: `${kept.id}x` } : kept;
	}

	/** The files of one item, as n8n hands them to a node. */
	async function binaryOf(all: Array<FileOfStory | null>): Promise<IBinaryKeyData | undefined> {
		const present = all.filter((file) => file !== null);
		if (present.length === 0) return undefined;
		const each = present.map(async (file) => [file.name ?? 'data', await stored(file)] as const);
		return Object.fromEntries(await Promise.all(each));
	}

	const urls = () =>
		service.bodies().flatMap(({ fileurl }) => (fileurl ? [new URL(String(fileurl))] : []));
	const fileIn = (url: URL) => signedIn(url.toString());
	const looks: { [Name in keyof FilesGot]-?: (expected: never) => unknown } = {
		names: () => urls().map(({ searchParams }) => searchParams.get('name')),
		served: async () =>
			await Promise.all(urls().map(async (url) => await n8n.servedAs(fileIn(url).id))),
		days: () => urls().map((url) => (fileIn(url).exp - fileIn(url).iat) / DAY),
		until: () => urls().map((url) => new Date(fileIn(url).exp * 1000).toISOString()),
		async downloads(expected: object[]) {
			while (service.control.downloads().length < expected.length) await sleep(20);
			return service.control.downloads();
		},
		async differ(count: number) {
			const all = await looks.downloads(Array(count).fill({}) as never);
			return new Set((all as Array<{ sha256: string }>).map(({ sha256 }) => sha256)).size;
		},
		stored: () => n8n.stored() - before,
		async ends() {
			const statuses = () => service.control.campaigns().map(({ status }) => status);
			while (statuses().some((each) => ['pending', 'running'].includes(each))) await sleep(20);
			return statuses();
		},
	};

	return {
		/** The files of each of so many items. */
		async of({ file, files: each }: Run, group: Stories, count: number) {
			const hasFiles = file !== undefined || each !== undefined;
			if (hasFiles && !group.filesInMemory) folder.back();
			const named = (one: string | FileOfStory | null) =>
				typeof one === 'string' ? group.files![one] : one;
			const ofItem = (index: number) => (each === undefined ? file : each[index]);
			const all = Array.from({ length: hasFiles ? count : 0 }, async (_, index) =>
				binaryOf([ofItem(index) ?? null].flat().map(named)),
			);
			const binaries = await Promise.all(all);
			before = n8n.stored();
			return binaries;
		},
		/** What n8n tells a node about its own addresses. */
		n8n: n8n.n8n,
		/** What the service got of the files. */
		async expectGot(expected: FilesGot) {
			for (const [name, value] of Object.entries(expected)) {
				const look = looks[name as keyof FilesGot] as (value: unknown) => unknown;
				expect({ [name]: await look(value) }).toMatchObject({ [name]: value } as IDataObject);
			}
		},
	};
}
