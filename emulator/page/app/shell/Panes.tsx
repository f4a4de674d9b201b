import { ArrowLeft } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';

interface PanesProps {
	title: string;
	/** Address of the list alone. */
	home: string;
	/** Whether one of the list is shown; on a small screen it takes the place of the list. */
	open: boolean;
	list: ComponentChildren;
	children: ComponentChildren;
}

/** A list beside one of its members. */
export function Panes({ title, home, open, list, children }: PanesProps) {
	return (
		<div class={open ? 'panes open' : 'panes'}>
			<h1 class="unseen">{title}</h1>
			<section class="pane-list" aria-label="List">
				{list}
			</section>
			<section class="pane-detail" aria-label="Details">
				<Link href={home} class="back">
					<ArrowLeft size={17} aria-hidden="true" /> Back
				</Link>
				{children}
			</section>
		</div>
	);
}
