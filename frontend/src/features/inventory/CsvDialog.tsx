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

const nothingGiven = 'Choose a file, or paste its lines here';
const tooLarge = 'This file is larger than a list of letters can be (200 kB)';
const largest = 200_000;

/** Takes letters from a CSV file or from pasted lines. Mounted while it is open. */
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
    const given = csv.trim() !== '';
    setFault(given ? undefined : nothingGiven);
    return given ? { csv } : null;
  };

  return (
    <ImportDialog
      title="Import Letters"
      description="From a spreadsheet saved as CSV. You see what each line does before anything changes."
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
              // The same file, corrected, can be chosen again.
              event.target.value = '';
            }}
          />
          <Button kind="secondary" onClick={() => picker.current?.click()}>
            <FileUp aria-hidden="true" />
            Choose a File
          </Button>
          <p className="max-w-full truncate text-faint" aria-live="polite">
            {fileName === '' ? 'or drop it here' : fileName}
          </p>
        </DropZone>
        <Field
          label="Or Paste the Lines"
          error={fault}
          hint="The first line names the columns. Optional: price per day (else the list price), finish, width, depth, weight, bulbs, watts, slot, cost and replacement price."
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
