import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';

export interface EditListProps<Row> {
  rows: readonly Row[];
  /** Text of the empty list. */
  none: string;
  keyOf: (row: Row) => string | number;
  nameOf: (row: Row) => string;
  onEdit: (row: Row, index: number) => void;
  addLabel: string;
  onAdd: () => void;
  children: (row: Row) => ReactNode;
}

/** A list of records, each edited in a dialog, with a button to add one. */
export function EditList<Row>({
  rows,
  none,
  keyOf,
  nameOf,
  onEdit,
  addLabel,
  onAdd,
  children,
}: EditListProps<Row>) {
  return (
    <>
      {rows.length === 0 ? (
        <p className="text-soft text-sm">{none}</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {rows.map((row, index) => (
            <li key={keyOf(row)} className="flex items-start justify-between gap-4 py-2.5 first:pt-0">
              <div className="min-w-0">{children(row)}</div>
              <Button
                kind="secondary"
                size="sm"
                aria-haspopup="dialog"
                aria-label={`Edit ${nameOf(row)}`}
                onClick={() => onEdit(row, index)}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        kind="secondary"
        size="sm"
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={onAdd}
      >
        <Plus aria-hidden="true" />
        {addLabel}
      </Button>
    </>
  );
}
