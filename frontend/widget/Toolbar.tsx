/** A group of controls that is one stop of the Tab key; the arrow keys move within it. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

/** Controls of the group. Text and number fields stay separate stops, because they use the arrow keys. */
const CONTROLS = 'button:not(:disabled), input[type=checkbox]';

export function Toolbar({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const group = useRef<HTMLDivElement>(null);
  const stop = useRef<HTMLElement | null>(null);
  const controls = () => [...(group.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  const settle = (chosen: EventTarget | null = stop.current) => {
    const all = controls();
    stop.current = all.find((control) => control === chosen) ?? all[0] ?? null;
    for (const control of all) {
      const tabIndex = control === stop.current ? 0 : -1;
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes changes of the content by itself.
  useEffect(() => {
    if (!group.current) return;
    settle();
    const observer = new MutationObserver(() => settle());
    observer.observe(group.current, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = controls();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const { key } = event;
    const next = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    }[key];
    if (next === undefined) return;
    event.preventDefault();
    all[(next + all.length) % all.length]?.focus();
  };
  return (
    <div
      ref={group}
      role="toolbar"
      aria-label={label}
      className={className}
      onKeyDown={onKeyDown}
      onFocusCapture={(event) => controls().includes(event.target as HTMLElement) && settle(event.target)}
    >
      {children}
    </div>
  );
}
