import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

interface VirtualListProps<T> {
	label: string;
	items: T[];
	keyOf: (item: T, index: number) => string;
	/** Draws a row: one link with this `tabIndex`. */
	children: (item: T, tabIndex: number) => VNode;
}

/**
 * A list of which only what can be seen is drawn. One row is reached with the Tab key, the others from there with the arrow
 * keys, Home and End, so that no one has to go through 10,000 rows to what comes after them.
 */
export function VirtualList<T>({ label, items, keyOf, children }: VirtualListProps<T>) {
	const list = useRef<VirtualizerHandle>(null);
	const box = useRef<HTMLDivElement>(null);
	const [active, setActive] = useState('');
	const found = items.findIndex((item, index) => keyOf(item, index) === active);
	const reached = Math.max(found, 0);
	const linkOf = (index: number) =>
		box.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`);
	const focusRow = (index: number) => {
		list.current?.scrollToIndex(index, { align: 'nearest' });
		// A row that was out of sight is drawn with the next picture.
		if (linkOf(index)) linkOf(index)?.focus({ preventScroll: true });
		else requestAnimationFrame(() => linkOf(index)?.focus({ preventScroll: true }));
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const row = rowOf(event.target);
		const next = row === undefined ? undefined : rowAfter(event.key, row, items.length);
		if (next === undefined) return;
		event.preventDefault();
		focusRow(next);
	};
	const onFocus = ({ target }: FocusEvent) => {
		const row = rowOf(target);
		if (row !== undefined && row < items.length) setActive(keyOf(items[row], row));
	};
	return (
		<div
			ref={box}
			class="rows"
			role="list"
			aria-label={label}
			onKeyDown={onKeyDown}
			onFocusCapture={onFocus}
		>
			<Virtualizer ref={list} data={items} keepMounted={items.length > 0 ? [reached] : []}>
				{(item: T, index: number) => (
					<div
						key={keyOf(item, index)}
						role="listitem"
						aria-posinset={index + 1}
						aria-setsize={items.length}
						data-row={index}
					>
						{children(item, index === reached ? 0 : -1)}
					</div>
				)}
			</Virtualizer>
		</div>
	);
}

/** The row that an event happened in. */
function rowOf(target: EventTarget | null): number | undefined {
	const row = (target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row;
	return row === undefined ? undefined : Number(row);
}

/** Where a key leads from a row; undefined when it leads nowhere. */
function rowAfter(key: string, row: number, count: number): number | undefined {
	const rows: Record<string, number> = {
		ArrowDown: row + 1,
		ArrowUp: row - 1,
		Home: 0,
		End: count - 1,
	};
	return rows[key] >= 0 && rows[key] < count ? rows[key] : undefined;
}
