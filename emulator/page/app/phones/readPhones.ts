import type { PhoneList } from '../../../control/phones';
import { read } from '../shell/control';
import { queryClient } from '../shell/live';

/** The query for the phones a search finds. Only what is newer than what is known is read. */
export const phonesQuery = (search: string) => ({
	queryKey: ['phones', 'list', search],
	queryFn: async () => {
		const known = queryClient.getQueryData<PhoneList>(['phones', 'list', search]);
		const since = known?.phones[0]?.last.id ?? 0;
		const fresh = await readSince(search, since);
		if (known === undefined || since === 0) return fresh;
		return fresh.era === known.era ? merge(known, fresh) : await readSince(search, 0);
	},
	structuralSharing: false,
});

const readSince = async (search: string, since: number): Promise<PhoneList> =>
	await read(`/phones?${new URLSearchParams({ search, since: String(since) })}`);

function merge(known: PhoneList, fresh: PhoneList): PhoneList {
	if (fresh.phones.length === 0) return known;
	const renewed = new Set(fresh.phones.map(({ phone }) => phone));
	const others = known.phones.filter(({ phone }) => !renewed.has(phone));
	return { era: fresh.era, phones: [...fresh.phones, ...others] };
}
