import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/Button';

const FIRST_ROWS = 10;

/** The first rows of a list, and a button that shows the rest, if any. */
export function useFirstRows<Row>(rows: readonly Row[]): { shown: readonly Row[]; rest: ReactNode } {
  const [all, setAll] = useState(false);
  if (all || rows.length <= FIRST_ROWS) return { shown: rows, rest: null };
  return {
    shown: rows.slice(0, FIRST_ROWS),
    rest: (
      <div className="border-line border-t p-3 text-center">
        <Button kind="quiet" size="sm" onClick={() => setAll(true)}>
          Show all {rows.length}
        </Button>
      </div>
    ),
  };
}
