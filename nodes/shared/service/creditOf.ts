import type { Reply } from './readReply';

type Accepted = Extract<Reply, { kind: 'accepted' }>;

/**
 * The balance that a reply names, as it is written there: in JSON `data.credit`, in plain text the number alone or after
 * `OK` (specification, "SMS balance" and "Sub-admin balance").
 *
 * @returns undefined when it names none
 */
export function creditOf({ data, words }: Pick<Accepted, 'data' | 'words'>): unknown {
	return data.credit ?? words[0];
}
