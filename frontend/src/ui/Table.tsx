import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

/** Table in its own horizontally scrolling region. The label names that region. */
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
  /** Right-aligned columns, for numbers. */
  right?: readonly string[];
  /** Whether the last column holds row actions; its heading is for screen readers only. */
  actions?: boolean;
}

/** Table head whose columns are names only. */
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

/** Table cell. In a stacking table on phones, the label appears above it; without a label it spans a line. */
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

/** Column heading that sorts the table. */
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
