import { FileUp, Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';

/** Shown above an empty inventory: the quickest ways to fill it. */
export function Welcome({ onSet, onImport }: { onSet: () => void; onImport: () => void }) {
  return (
    <section
      aria-label="Getting started"
      className="night night-ground grid items-center gap-6 overflow-hidden rounded-xl border border-line px-6 py-8 text-ink sm:px-8 md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div>
        <h2 className="font-semibold text-xl tracking-tight">Add your letters in a minute</h2>
        <p className="mt-1.5 max-w-lg text-pretty text-soft">
          Enter how many vowels, consonants, and digits you own. After that, we'll check every request against
          your stock. Until then, every request is accepted.
        </p>
        <div className="mt-5 flex flex-wrap gap-2.5">
          <Button kind="bulb" onClick={onSet}>
            <Sparkles aria-hidden="true" />
            Add a Whole Set
          </Button>
          <Button kind="secondary" onClick={onImport}>
            <FileUp aria-hidden="true" />
            Import a CSV File
          </Button>
        </div>
      </div>
      <div aria-hidden="true" className="max-md:hidden">
        <MarqueeSign message="ABC" height={96} maxWidth={300} surface="night" chase />
      </div>
    </section>
  );
}

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
