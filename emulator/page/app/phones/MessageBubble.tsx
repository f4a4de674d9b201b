import { useMutation } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import type { Message } from '../../../state/message';
import { CopyButton } from '../shell/CopyButton';
import { Problem } from '../shell/Problem';
import { counted, senderName, time } from '../shell/words';
import { Call } from './Call';
import { writeAs } from './Composer';
import { FilePart } from './FilePart';
import { LinkedText } from './LinkedText';
import { TemplateMessage } from './TemplateMessage';

const channels = { sms: 'SMS', chat: 'Chat', template: 'Chat', call: 'Voice call' };

/** One message as its handset shows it. */
export function MessageBubble({ message }: { message: Message }) {
	const { content, byRecipient, business, at, code, taskId } = message;
	const sender = byRecipient ? 'You' : senderName(business);
	return (
		<article class={`bubble ${content.kind} ${byRecipient ? 'mine' : ''}`}>
			<header class="quiet">
				<b>{sender}</b> <span class="channel">{channels[content.kind]}</span>
				{content.kind === 'sms' && content.parts > 1 && (
					<span class="badge" title={`Billed as ${counted(content.parts, 'message')}`}>
						{content.parts} parts
					</span>
				)}
			</header>
			<Content message={message} />
			<footer class="quiet">
				{code !== undefined && content.kind !== 'template' && (
					<CopyButton text={code} label={`Copy ${code}`} />
				)}
				{taskId !== undefined && <Link href={`/campaigns/${taskId}`}>Campaign</Link>}
				<time>{time(at)}</time>
			</footer>
		</article>
	);
}

function Content({ message }: { message: Message }) {
	const { content, phone, accountId } = message;
	const reply = useMutation({
		mutationFn: async (text: string) => await writeAs(phone, accountId, text),
	});
	switch (content.kind) {
		case 'template':
			return (
				<>
					<TemplateMessage content={content} onReply={(text) => reply.mutate(text)} />
					<Problem error={reply.error} />
				</>
			);
		case 'call':
			return <Call message={message} content={content} />;
		case 'chat':
			return (
				<>
					{content.file && <FilePart file={content.file} />}
					{content.text && <LinkedText text={content.text} />}
				</>
			);
		default:
			return <LinkedText text={content.text} />;
	}
}
