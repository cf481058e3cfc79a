import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

/** A table in a region of its own that scrolls sideways on a narrower screen. The label names that region. */
export function Table({ label, className, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="relative w-full overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className={cn('w-full border-collapse text-left text-sm', className)} {...props} />
    </section>
  );
}

export function Th({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'whitespace-nowrap border-line border-b bg-sunken/60 px-4 py-2.5 font-medium text-soft text-xs first:pl-5 last:pr-5',
        className,
      )}
      {...props}
    />
  );
}

interface TableHeadProps {
  columns: readonly string[];
  /** The columns whose cells are on the right, as numbers are. */
  right?: readonly string[];
  /** Whether the last column has what can be done with a row, which only ears need a name for. */
  actions?: boolean;
}

/** The head of a table whose columns have no more than names. */
export function TableHead({ columns, right = [], actions = false }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <Th key={name} className={right.includes(name) ? 'text-right' : undefined}>
            {name}
          </Th>
        ))}
        {actions ? (
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        ) : null}
      </tr>
    </thead>
  );
}

/**
 * A cell. In a table that stacks, the label is above it on a phone; without a label it has a line of its own.
 */
export function Td({ label, className, ...props }: ComponentProps<'td'> & { label?: string }) {
  return (
    <td
      data-label={label}
      className={cn('border-line border-b px-4 py-2.5 first:pl-5 last:pr-5', className)}
      {...props}
    />
  );
}

export interface SortableThProps {
  label: string;
  direction: 'ascending' | 'descending' | 'none';
  onSort: () => void;
  className?: string;
}

/** A heading that sorts its column. */
export function SortableTh({ label, direction, onSort, className }: SortableThProps) {
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <Th aria-sort={direction} className={cn('py-1', className)}>
      <button
        type="button"
        onClick={onSort}
        className="-mx-2 inline-flex cursor-pointer items-center gap-1 rounded-sm px-2 py-1.5 hover:text-ink"
      >
        {label}
        <Icon aria-hidden="true" className={cn('size-3.5', direction === 'none' && 'opacity-50')} />
      </button>
    </Th>
  );
}
