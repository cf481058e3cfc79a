import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dayMoves } from '@/booking-form/months';
import { useFormat } from '@/lib/format';

/**
 * Arrow key navigation between the days of a calendar: one day is in the tab order, and the calendar changes
 * its page when the focus leaves the visible days.
 *
 * @param start the day in the tab order at first @param shown true for the days of the current page @param
 * onLeave goes to the page of a day
 */
export function useDayKeys(start: string, shown: (day: string) => boolean, onLeave: (day: string) => void) {
  const format = useFormat();
  const [chosen, setChosen] = useState(start);
  const nextFocus = useRef<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const focus = shown(chosen) ? chosen : start;

  // The page change renders later; focus the day as soon as it exists.
  useEffect(() => {
    if (nextFocus.current === null) return;
    const day = grid.current?.querySelector<HTMLElement>(`[data-day-button="${nextFocus.current}"]`);
    if (day == null) return;
    nextFocus.current = null;
    day.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.dayButton : undefined;
    const move = dayMoves[event.key];
    const modified = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
    if (from === undefined || move === undefined || modified) return;
    event.preventDefault();
    const day = move(from, format);
    nextFocus.current = day;
    setChosen(day);
    if (!shown(day)) onLeave(day);
  };
  return { grid, focus, onKeyDown, onFocusDay: setChosen };
}
