import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dayMoves } from '@/booking-form/day-moves';

/**
 * Arrow keys between the days of a calendar: one day at a time is in the tab order, and the calendar turns its page
 * when the focus leaves it.
 *
 * @param start the day on which the tab key lands
 * @param shown true for the days of the present page
 * @param onLeave turns to the page of a day
 */
export function useDayKeys(start: string, shown: (day: string) => boolean, onLeave: (day: string) => void) {
  const [chosen, setChosen] = useState(start);
  const wanted = useRef<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const focus = shown(chosen) ? chosen : start;

  // Turning the page takes a moment; the focus follows as soon as the day is there.
  useEffect(() => {
    if (wanted.current === null) return;
    const day = grid.current?.querySelector<HTMLElement>(`[data-day-button="${wanted.current}"]`);
    if (day == null) return;
    wanted.current = null;
    day.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.dayButton : undefined;
    const move = dayMoves[event.key];
    const modified = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
    if (from === undefined || move === undefined || modified) return;
    event.preventDefault();
    const day = move(from);
    wanted.current = day;
    setChosen(day);
    if (!shown(day)) onLeave(day);
  };
  return { grid, focus, onKeyDown, onFocusDay: setChosen };
}
