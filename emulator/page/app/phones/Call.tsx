import { useMutation } from '@tanstack/preact-query';
import { PhoneCall } from 'lucide-preact';
import { keysTaken } from '../../../rules/callKeys';
import type { Message, MessageContent } from '../../../state/message';
import { steer } from '../shell/control';
import { Problem } from '../shell/Problem';
import { FilePart } from './FilePart';
import { LinkedText } from './LinkedText';

interface CallProps {
	message: Message;
	content: Extract<MessageContent, { kind: 'call' }>;
}

/** A voice call: what is heard, and the keys it waits for. */
export function Call({ message, content }: CallProps) {
	const { phone, id, pressed } = message;
	const { says, recording, next, asks } = content;
	const press = useMutation({
		mutationFn: async (digits: string) => await steer(`/phones/${phone}/digits`, { id, digits }),
	});
	const taken = keysTaken(asks, pressed);
	return (
		<>
			<p class="call-line">
				<PhoneCall size={17} aria-hidden="true" />
				{played(content)}
			</p>
			{says && <LinkedText text={says} />}
			{recording !== undefined && <FilePart file={{ kind: 'audio', url: recording }} />}
			{next !== undefined && <p class="quiet">Then the service “{next}”</p>}
			{asks !== 'no' && (
				<div class="keypad" role="group" aria-label="Keys of the phone">
					{[...keysTaken(asks)].map((key) => (
						<button
							key={key}
							type="button"
							class="secondary outline"
							aria-label={`Press ${key}`}
							disabled={!taken.includes(key)}
							onClick={() => press.mutate(key)}
						>
							{key}
						</button>
					))}
				</div>
			)}
			{pressed !== undefined && (
				<p role="status">
					Pressed <b class="pressed">{pressed}</b>
				</p>
			)}
			<Problem error={press.error} />
		</>
	);
}

/** What is heard, in a few words. */
function played({ service, recording }: CallProps['content']): string {
	if (service !== undefined) return `Plays the service “${service}”`;
	return recording === undefined ? 'A voice says' : 'Plays a recording';
}
