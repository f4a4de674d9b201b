import { Copy, ExternalLink, Phone, Reply } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { MessageContent, ShownButton } from '../../../state/message';
import { FilePart } from './FilePart';
import { LinkedText } from './LinkedText';

interface TemplateMessageProps {
	content: Extract<MessageContent, { kind: 'template' }>;
	/** What a quick-reply button does; in a preview nothing. */
	onReply?: (text: string) => void;
}

const icons = { QUICK_REPLY: Reply, URL: ExternalLink, PHONE_NUMBER: Phone, COPY_CODE: Copy };

/** A message made from a template: header, body, footer, buttons. */
export function TemplateMessage({ content, onReply }: TemplateMessageProps) {
	const { file, title, body, footer, buttons } = content;
	return (
		<>
			{file && <FilePart file={file} />}
			{title && (
				<p class="title" dir="auto">
					{title}
				</p>
			)}
			<LinkedText text={body} />
			{footer && (
				<p class="template-footer quiet" dir="auto">
					{footer}
				</p>
			)}
			{buttons.length > 0 && (
				<div class="template-buttons">
					{buttons.map((button, index) => (
						<TemplateButton key={index} button={button} onReply={onReply} />
					))}
				</div>
			)}
		</>
	);
}

function TemplateButton({
	button: { type, text, value },
	onReply,
}: { button: ShownButton } & Pick<TemplateMessageProps, 'onReply'>) {
	const [copied, setCopied] = useState(false);
	const Icon = icons[type];
	const label = (
		<>
			<Icon size={15} aria-hidden="true" /> <span dir="auto">{text}</span>
		</>
	);
	if (type === 'URL' && /^https?:/i.test(value ?? '')) {
		return (
			<a href={value} title={value} target="_blank" rel="noopener noreferrer">
				{label}
			</a>
		);
	}
	if (type === 'COPY_CODE' && value !== undefined) {
		const copy = () => void navigator.clipboard.writeText(value).then(() => setCopied(true));
		return (
			<button type="button" onClick={copy}>
				{label} {copied && <span role="status">{value} copied</span>}
			</button>
		);
	}
	if (type === 'QUICK_REPLY' && onReply) {
		return (
			<button type="button" onClick={() => onReply(text)}>
				{label}
			</button>
		);
	}
	return <span class="inert">{label}</span>;
}
