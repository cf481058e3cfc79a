import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/FormError';

const mostRows = 20;

/** ARIA props of a field whose error is shown below its row. */
type Mark = (wrong: boolean) => { 'aria-invalid'?: true; 'aria-describedby'?: string };

export interface RowListProps {
  legend: string;
  hint: string;
  rows: readonly { key: string }[];
  /** Name of a row without its number: "color". */
  noun: string;
  faultOf: (index: number) => string | undefined;
  /** A row that cannot be removed. */
  isKept: (index: number) => boolean;
  onRemove: (index: number) => void;
  /** Error of the list as a whole. */
  error: ReactNode;
  addLabel: string;
  onAdd: () => void;
  /** Maximum number of rows. */
  most?: number;
  /** Columns of a row. The remove button is the last. */
  columns: string;
  removeClass?: string;
  className?: string;
  /** Fields of a row. */
  children: (index: number, called: string, mark: Mark) => ReactNode;
}

/** Button that removes a row; `called` is the row's name with its number. */
export function RemoveRow({
  called,
  onClick,
  className,
}: {
  called: string;
  onClick: () => void;
  className?: string | undefined;
}) {
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={`Remove ${called}`}
      onClick={onClick}
      className={cn('text-soft', className)}
    >
      <Trash2 aria-hidden="true" />
    </Button>
  );
}

/** A framed row of several lines, with an accessible name. */
export function RowFrame({
  called,
  columns = 'sm:grid-cols-2',
  children,
}: {
  called: string;
  columns?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className={cn('grid min-w-0 gap-3 rounded-md border border-line bg-surface p-3', columns)}>
      <legend className="sr-only">{called}</legend>
      {children}
    </fieldset>
  );
}

export interface AddRowProps {
  /** Error of the list as a whole. */
  fault?: string | undefined;
  /** True if no more rows can be added. */
  full: boolean;
  label: string;
  onClick: () => void;
}

/** End of a list of rows: its error, and the button that adds a row. */
export function AddRow({ fault, full, label, onClick }: AddRowProps) {
  return (
    <>
      <FormError message={fault} />
      {full ? null : (
        <Button kind="secondary" size="sm" className="justify-self-start" onClick={onClick}>
          <Plus aria-hidden="true" />
          {label}
        </Button>
      )}
    </>
  );
}

interface FramedListProps {
  legend: string;
  hint?: string;
  rows: readonly { key: string }[];
  /** Name of a row without its number: "step". */
  noun: string;
  columns?: string;
  /** Error of the list as a whole. */
  fault: string | undefined;
  most: number;
  addLabel: string;
  onAdd: () => void;
  /** Fields of a row, and its remove button. */
  children: (index: number, called: string) => ReactNode;
}

/** Rows of several lines each. */
export function FramedList({
  legend,
  hint,
  rows,
  noun,
  columns,
  fault,
  most,
  addLabel,
  onAdd,
  children,
}: FramedListProps) {
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className={cn('font-medium text-sm', hint === undefined && 'mb-1.5')}>{legend}</legend>
      {hint === undefined ? null : <p className="text-faint text-sm">{hint}</p>}
      <ul className="grid gap-3">
        {rows.map(({ key }, index) => {
          const called = `${noun} ${index + 1}`;
          return (
            <li key={key}>
              <RowFrame
                called={`${called.charAt(0).toUpperCase()}${called.slice(1)}`}
                {...(columns !== undefined && { columns })}
              >
                {children(index, called)}
              </RowFrame>
            </li>
          );
        })}
      </ul>
      <AddRow fault={fault} full={rows.length >= most} label={addLabel} onClick={onAdd} />
    </fieldset>
  );
}

/** Rows that an operator names, adds and removes. */
export function RowList({
  legend,
  hint,
  rows,
  noun,
  faultOf,
  isKept,
  onRemove,
  error,
  addLabel,
  onAdd,
  most = mostRows,
  columns,
  removeClass,
  className,
  children,
}: RowListProps) {
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-medium text-sm">{legend}</legend>
      <p className="text-faint text-sm">{hint}</p>
      {rows.length === 0 ? null : (
        <ul className={cn('grid gap-3', className)}>
          {rows.map(({ key }, index) => {
            const fault = faultOf(index);
            const note = `${key}-note`;
            const called = `${noun} ${index + 1}`;
            return (
              <li key={key} className="grid gap-1.5">
                <div className={cn('grid items-center gap-2', columns)}>
                  {children(index, called, (wrong) =>
                    wrong ? { 'aria-invalid': true, 'aria-describedby': note } : {},
                  )}
                  {isKept(index) ? null : (
                    <RemoveRow called={called} onClick={() => onRemove(index)} className={removeClass} />
                  )}
                </div>
                {fault === undefined ? null : (
                  <p id={note} className="text-danger text-sm">
                    {fault}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {error}
      <AddRow full={rows.length >= most} label={addLabel} onClick={onAdd} />
    </fieldset>
  );
}
