/** Drag and drop in the calendar, by pointer and keyboard, with one set of delegated event handlers. */
import { type DragEvent, type KeyboardEvent, useRef } from 'react';
import type { CalendarBooking } from '@/api/types';
import { addDays, daysBetween } from '@/booking-form/dates';
import { dayMoves } from '@/booking-form/months';
import { dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { toast } from '@/ui/toast-store';
import { useMovable } from '../rights';
import { isMovable, type Move, type MovedPart } from './move';

interface Dragged {
  booking: CalendarBooking;
  part: MovedPart;
  /** The day where the drag started. */
  from: string;
}

/**
 * Native drag and drop: a mouse drags at once, touch after a long press, so that scrolling still works.
 *
 * Draggable elements have data-booking and data-part, bars over several days also data-first and
 * data-columns; drop targets have data-day.
 */
export function useMoving(bookings: readonly CalendarBooking[], onMove: (move: Move) => void) {
  const format = useFormat();
  const dragged = useRef<Dragged | null>(null);
  const over = useRef<Element | null>(null);
  const movable = useMovable();

  const bookingOf = (target: EventTarget): Dragged | null => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-booking]') : null;
    const booking = bookings.find(({ id }) => String(id) === element?.dataset.booking);
    if (element === null || booking === undefined) return null;
    const part = element.dataset.part === 'pickup' ? 'pickup' : 'rental';
    return { booking, part, from: dayOf(part === 'pickup' ? booking.pickupDate : booking.deliveryDate) };
  };
  /** Highlight the target cell by DOM attribute, so that dragging over a full month doesn't re-render. */
  const mark = (cell: Element | null) => {
    if (cell === over.current) return;
    over.current?.removeAttribute('data-over');
    cell?.setAttribute('data-over', '');
    over.current = cell;
  };
  const end = () => {
    mark(null);
    dragged.current = null;
  };
  const shift = ({ booking, part }: Dragged, days: number) =>
    onMove({
      id: booking.id,
      part,
      day: addDays(dayOf(part === 'pickup' ? booking.pickupDate : booking.deliveryDate), days),
    });

  const onDragStart = (event: DragEvent) => {
    const source = bookingOf(event.target);
    if (source === null) return;
    if (!movable(source.booking.status)) {
      event.preventDefault();
      toast({
        title: "This booking can't be moved",
        description: isMovable(source.booking.status)
          ? "Your role can't move bookings."
          : `You can't change the letters, dates, venue, or price of a ${source.booking.status} booking.`,
      });
      return;
    }
    const { target } = event;
    const bar = target instanceof Element ? target.closest<HTMLElement>('[data-first]') : null;
    // The dialog returns the focus to the element that had it before.
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    dragged.current = bar === null ? source : { ...source, from: heldDay(bar, event.clientX) };
    event.dataTransfer.effectAllowed = 'move';
    // Don't set the link's URL as drag data: other windows would open it.
    event.dataTransfer.clearData();
    event.dataTransfer.setData('text/plain', source.booking.message);
  };
  const onDragOver = (event: DragEvent) => {
    if (dragged.current === null) return;
    const cell = event.target instanceof Element ? event.target.closest('[data-day]') : null;
    mark(cell);
    if (cell !== null) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    }
  };
  const onDrop = (event: DragEvent) => {
    const { current } = dragged;
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-day]') : null;
    const day = cell?.dataset.day;
    end();
    if (current === null || day === undefined) return;
    event.preventDefault();
    const days = daysBetween(current.from, day);
    if (days !== 0) shift(current, days);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const focused = bookingOf(event.target);
    if (focused === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const byDays = event.shiftKey && event.key.startsWith('Arrow') ? dayMoves[event.key] : undefined;
    const opensDialog = event.key.toLowerCase() === 'm' && !event.shiftKey;
    if ((byDays === undefined && !opensDialog) || !movable(focused.booking.status)) return;
    event.preventDefault();
    event.stopPropagation();
    if (byDays === undefined) onMove({ id: focused.booking.id, part: focused.part, day: null });
    else shift(focused, daysBetween(focused.from, byDays(focused.from, format)));
  };
  return { onDragStart, onDragOver, onDrop, onDragEnd: end, onKeyDown };
}

/** The day of a bar at the pointer's position. */
function heldDay(bar: HTMLElement, x: number): string {
  const { left, width } = bar.getBoundingClientRect();
  const columns = Number(bar.dataset.columns);
  const column = width > 0 ? Math.floor(((x - left) / width) * columns) : 0;
  return addDays(bar.dataset.first ?? '', Math.min(columns - 1, Math.max(0, column)));
}
