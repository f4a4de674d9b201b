import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

interface VirtualListProps<T> {
	label: string;
	items: T[];
	keyOf: (item: T, index: number) => string;
	/** Draws a row: one link. */
	children: (item: T) => VNode;
}

/** A list of which only what can be seen is drawn. The arrow keys go from row to row. */
export function VirtualList<T>({ label, items, keyOf, children }: VirtualListProps<T>) {
	const list = useRef<VirtualizerHandle>(null);
	const box = useRef<HTMLDivElement>(null);
	const linkOf = (index: number) =>
		box.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`);
	const focusRow = (index: number) => {
		list.current?.scrollToIndex(index, { align: 'nearest' });
		// A row that was out of sight is drawn with the next picture.
		if (linkOf(index)) linkOf(index)?.focus({ preventScroll: true });
		else requestAnimationFrame(() => linkOf(index)?.focus({ preventScroll: true }));
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
		if (step === undefined || row === null) return;
		const next = Number(row.dataset.row) + step;
		if (next < 0 || next >= items.length) return;
		event.preventDefault();
		focusRow(next);
	};
	return (
		<div ref={box} class="rows" role="list" aria-label={label} onKeyDown={onKeyDown}>
			<Virtualizer ref={list} data={items}>
				{(item: T, index: number) => (
					<div
						key={keyOf(item, index)}
						role="listitem"
						aria-posinset={index + 1}
						aria-setsize={items.length}
						data-row={index}
					>
						{children(item)}
					</div>
				)}
			</Virtualizer>
		</div>
	);
}
