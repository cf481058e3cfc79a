import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Tabs as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from '@/lib/cn';

export const Tabs = Radix.Root;

interface TabListProps extends ComponentProps<typeof Radix.List> {
  /** Tab labels by value, in order; use `children` instead for tabs with richer content. */
  of?: Readonly<Record<string, string>>;
}

/** Row of tabs. If they do not fit, the row scrolls and an arrow at the edge shows that there are more. */
export function TabList({ of = {}, className, children, ...props }: TabListProps) {
  const row = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ before: false, after: false });
  useEffect(() => {
    const list = row.current;
    if (list === null) return;
    const active = list.querySelector<HTMLElement>('[data-state=active]');
    if (active !== null) list.scrollLeft = active.offsetLeft - (list.clientWidth - active.offsetWidth) / 2;
    const look = () => {
      const before = list.scrollLeft > 4;
      const after = list.scrollWidth - list.clientWidth - list.scrollLeft > 4;
      setMore((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    look();
    list.addEventListener('scroll', look, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    observer?.observe(list);
    for (const tab of list.children) observer?.observe(tab);
    return () => {
      list.removeEventListener('scroll', look);
      observer?.disconnect();
    };
  }, []);
  const turn = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.7, behavior: 'smooth' });
  return (
    <div className={cn('relative min-w-0', className)}>
      <Radix.List
        ref={row}
        className="flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]"
        {...props}
      >
        {Object.entries(of).map(([value, word]) => (
          <Tab key={value} value={value}>
            {word}
          </Tab>
        ))}
        {children}
      </Radix.List>
      {more.before ? <More side="left" onTurn={() => turn(-1)} /> : null}
      {more.after ? <More side="right" onTurn={() => turn(1)} /> : null}
    </div>
  );
}

/** Scroll button for touch and mouse; the arrow keys reach every tab without it. */
function More({ side, onTurn }: { side: 'left' | 'right'; onTurn: () => void }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <span
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute inset-y-0 flex w-16 items-center pb-0.5',
        side === 'left'
          ? 'left-0 justify-start bg-linear-to-r from-paper from-40% to-transparent'
          : 'right-0 justify-end bg-linear-to-l from-paper from-40% to-transparent',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        onClick={onTurn}
        className="pointer-events-auto inline-grid size-9 cursor-pointer place-items-center rounded-full border border-line bg-raised text-soft shadow-card hover:text-ink"
      >
        <Icon className="size-4" />
      </button>
    </span>
  );
}

export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'cursor-pointer whitespace-nowrap rounded-t-md border-transparent border-b-2 px-3 py-2 font-medium text-soft text-sm transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-action data-[state=active]:text-ink',
        className,
      )}
      {...props}
    />
  );
}

/** Column of tabs, for one group of a side menu. */
export function TabMenu(props: ComponentProps<typeof Radix.List>) {
  return <Radix.List className="grid gap-1" aria-orientation="vertical" {...props} />;
}

export function TabMenuItem(props: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-2 text-left font-medium text-soft text-sm transition-colors hover:text-ink aria-selected:bg-action-wash data-[state=active]:text-ink"
      {...props}
    />
  );
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('rounded-md pt-6', className)} {...props} />;
}

/** Tab panels by value, with uniform styling. */
export function TabPanels({ of }: { of: Readonly<Record<string, ReactNode>> }) {
  return Object.entries(of).map(([value, shown]) => (
    <TabPanel key={value} value={value}>
      {shown}
    </TabPanel>
  ));
}
