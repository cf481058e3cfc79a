import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type ImportOfDay, type UndoOut, useImports, useUndoImport } from '@/api/imports';
import { ConfirmButton } from '@/components/ConfirmChange';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { toast } from '@/ui/toast-store';

const NAMED = 20;

/** Imports of the last day, which can be undone. Renders nothing if there are none. */
export function RecentImports() {
  const imports = useImports();
  const [kept, setKept] = useState<UndoOut['kept']>([]);
  const rows = imports.data ?? [];
  if (rows.length === 0 && kept.length === 0) return null;
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Recent Imports"
        description="You can undo an import for a day. Rows that were changed since are kept."
      />
      <CardBody className="grid gap-4">
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <RecentImport key={row.id} row={row} onUndone={(undone) => setKept(undone.kept)} />
          ))}
        </ul>
        {kept.length === 0 ? null : (
          <div role="status" className="text-sm">
            <p className="font-medium">{counted(kept.length, 'row')} changed since the import, and kept:</p>
            <ul className="mt-1 text-soft">
              {kept.slice(0, NAMED).map((row) => (
                <li key={row.id} className="break-words">
                  {row.number === null ? row.name : `#${row.number} ${row.name}`} (line {row.line})
                </li>
              ))}
              {kept.length > NAMED ? <li>and {counted(kept.length - NAMED, 'more row')}</li> : null}
            </ul>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function RecentImport({ row, onUndone }: { row: ImportOfDay; onUndone: (undone: UndoOut) => void }) {
  const format = useFormat();
  const undo = useUndoImport();
  const what = counted(row.count, row.kind.slice(0, -1));
  return (
    <li className="flex items-center gap-3 py-2.5 text-sm">
      <p className="min-w-0 flex-1 break-words">
        <span className="font-medium">{what}</span>{' '}
        <span className="text-faint">
          by {row.by}, {formatMoment(format, row.createdAt)}
        </span>
      </p>
      <ConfirmButton
        title="Undo this import?"
        description={`The ${what} will be deleted, except for those that were changed since.`}
        confirmLabel="Undo Import"
        pendingLabel="Undoing..."
        change={undo}
        input={row.id}
        onDone={(undone) => {
          toast({ title: `${counted(undone.undone, 'row')} deleted` });
          onUndone(undone);
        }}
        button={(ask) => (
          <Button kind="secondary" size="sm" onClick={ask}>
            <Undo2 aria-hidden="true" />
            Undo
          </Button>
        )}
      />
    </li>
  );
}
