import type { TemplateView } from '../../../control/accountViews';
import { TemplateMessage } from '../phones/TemplateMessage';

const tones: Partial<Record<TemplateView['status'], string>> = {
	APPROVED: 'good',
	PENDING: 'warning',
	PENDING_DELETION: 'warning',
	FLAGGED: 'warning',
};

/** The chat templates, each as the message it makes from its examples. */
export function Templates({ templates }: { templates: TemplateView[] }) {
	return (
		<section>
			<h2>Chat templates</h2>
			<ul class="previews" role="list">
				{templates.map((template) => (
					<li key={template.code}>
						<p class="row-top">
							<b dir="auto">{template.displayName}</b>
							<code>{template.code}</code>
						</p>
						<p class="row-foot quiet">
							<span class={`badge ${toneOf(template)}`}>
								{template.needsResync ? 'Needs resync' : inWords(template.status)}
							</span>
							{inWords(template.category)}, {template.language}
						</p>
						{template.preview.kind === 'template' && (
							<div class="bubble template">
								{isFileToBring(template) && (
									<p class="quiet">{inWords(template.header)} of each message</p>
								)}
								<TemplateMessage content={template.preview} />
							</div>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}

const toneOf = ({ status, needsResync }: TemplateView): string =>
	needsResync ? 'warning' : (tones[status] ?? 'bad');

/** Whether a file must be sent along, since the template has none of its own. */
const isFileToBring = ({ header, preview }: TemplateView): boolean =>
	['IMAGE', 'VIDEO', 'DOCUMENT'].includes(header) &&
	preview.kind === 'template' &&
	preview.file === undefined;

const inWords = (constant: string): string => {
	const words = constant.toLowerCase().replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
};
