import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { InventoryItem } from '@/api/types';
import { textOfCsv } from '@/lib/csv-file';
import { Button } from '@/ui/Button';
import { DropZone } from '@/ui/DropZone';
import { Field } from '@/ui/Field';
import { Textarea } from '@/ui/Input';
import { ImportDialog } from './ImportDialog';

export interface CsvDialogProps {
  items: readonly InventoryItem[];
  /** A size to show in the example. */
  size: string;
  currency: string;
  onClose: () => void;
}

const nothingGiven = 'Choose a file or paste its rows here';
const tooLarge = 'This file is too large. The limit is 200 kB.';
const largest = 200_000;

/** Dialog that imports letters from a CSV file or pasted rows. Mounted while open. */
export function CsvDialog({ items, size, currency, onClose }: CsvDialogProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [csv, setCsv] = useState('');
  const [fileName, setFileName] = useState('');
  const [fault, setFault] = useState<string>();

  const take = async (file: File | undefined) => {
    if (file === undefined) {
      return;
    }
    if (file.size > largest) {
      setFault(tooLarge);
      return;
    }
    setCsv(await textOfCsv(file));
    setFileName(file.name);
    setFault(undefined);
  };
  const request = () => {
    const hasText = csv.trim() !== '';
    setFault(hasText ? undefined : nothingGiven);
    return hasText ? { csv } : null;
  };

  return (
    <ImportDialog
      title="Import Letters"
      description="From a spreadsheet saved as CSV. You can review the changes before you import."
      request={request}
      items={items}
      currency={currency}
      numbered
      unsaved={csv.trim() !== ''}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <DropZone
          onFile={(file) => void take(file)}
          className="grid justify-items-center gap-2 rounded-lg bg-surface px-4 py-6 text-center text-sm"
        >
          <input
            ref={picker}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            aria-label="CSV file"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              void take(event.target.files?.[0]);
              // Reset the input so that the same file can be chosen again after a correction.
              event.target.value = '';
            }}
          />
          <Button kind="secondary" onClick={() => picker.current?.click()}>
            <FileUp aria-hidden="true" />
            Choose File
          </Button>
          <p className="max-w-full truncate text-faint" aria-live="polite">
            {fileName === '' ? 'or drop it here' : fileName}
          </p>
        </DropZone>
        <Field
          label="Or Paste Rows"
          error={fault}
          hint="The first row must name the columns. Optional columns: price per day (default: list price), finish, width, depth, weight, bulbs, watts, slot, cost, and replacement price."
        >
          <Textarea
            rows={8}
            value={csv}
            spellCheck={false}
            autoComplete="off"
            placeholder={`Letter,Size,Quantity,Price Per Day\nA,${size},3,25\nB,${size},2,25`}
            className="tabular whitespace-pre font-mono"
            onChange={(event) => {
              setCsv(event.target.value);
              setFileName('');
              setFault(undefined);
            }}
          />
        </Field>
      </div>
    </ImportDialog>
  );
}
