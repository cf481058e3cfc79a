import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { DayStop } from '@/api/day';

/** Distance in pixels from the window's edge within which dragging scrolls the page. */
const EDGE = 80;

/** Index in the list to which a drag at this height moves a stop. */
function indexAt(list: HTMLElement, y: number): number {
  const middles = [...list.children].map((child) => {
    const { top, height } = child.getBoundingClientRect();
    return top + height / 2;
  });
  return middles.filter((middle) => middle < y).length;
}

/** Handle that moves a stop by dragging or with the arrow keys. */
export function MoveHandle({
  stop,
  index,
  last,
  onDrag,
  onMove,
}: {
  stop: DayStop;
  index: number;
  last: number;
  /** Called while dragging with the index before which the stop would go; null at the end. */
  onDrag: (before: number | null) => void;
  /** Called with the stop's new index. */
  onMove: (to: number) => void;
}) {
  const listOf = (event: PointerEvent<HTMLButtonElement>) => event.currentTarget.closest('ol');
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const list = listOf(event);
    if (list === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onDrag(indexAt(list, event.clientY));
    if (event.clientY < EDGE) window.scrollBy(0, -EDGE / 4);
    else if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, EDGE / 4);
  };
  const onPointerUp = (event: PointerEvent<HTMLButtonElement>) => {
    const list = listOf(event);
    onDrag(null);
    if (list === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const before = indexAt(list, event.clientY);
    // Removing the stop from its place moves the ones after it up by one.
    const to = before > index ? before - 1 : before;
    if (to !== index) onMove(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to <= last) onMove(to);
  };
  return (
    <button
      type="button"
      aria-label={`Move the ${stop.kind} of “${stop.booking.message}” with the arrow keys`}
      title="Drag to change the order"
      className="screen-only -mr-2 grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md text-soft hover:bg-sunken active:cursor-grabbing"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => onDrag(null)}
      onKeyDown={onKeyDown}
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
}
