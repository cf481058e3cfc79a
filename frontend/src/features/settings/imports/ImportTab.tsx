import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { refusalOf } from '@/api/form-errors';
import { type FileOut, type ImportKind, templateOf, useImportFile } from '@/api/imports';
import { textOfCsv } from '@/lib/csv-file';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { DropZone } from '@/ui/DropZone';
import { FailureAlert } from '@/ui/FailureAlert';
import { Segments } from '@/ui/Segments';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';
import { ColumnFields } from './ColumnFields';
import { remapped } from './import-fields';
import { RecentImports } from './RecentImports';
import { WrongRows } from './WrongRows';

const largest = 2_000_000;
const tooLarge = {
  sentence: 'This file is too large. The limit is 2 MB. Split the file and import each part.',
  details: [],
};

const words = {
  bookings: {
    title: 'Import Bookings',
    description:
      'From a spreadsheet saved as CSV, in English or German. Past bookings come in as completed and paid; upcoming ones are confirmed and hold their letters. We don’t email your customers unless you turn on reminders.',
    one: 'booking',
    button: 'Booking',
  },
  customers: {
    title: 'Import Customers',
    description:
      'From a spreadsheet saved as CSV, in English or German. Search finds them by name, email and phone. We won’t email them.',
    one: 'customer',
    button: 'Customer',
  },
  items: {
    title: 'Import Items',
    description:
      'Anything you rent out besides letters, from a spreadsheet saved as CSV, in English or German. Items appear in your inventory, and on your booking form unless a column says no.',
    one: 'item',
    button: 'Item',
  },
} as const;

/** Import of bookings, customers or items from a CSV file: upload, preview with each column’s field, import, undo. */
export function ImportTab() {
  const [kind, setKind] = useState<ImportKind>('bookings');
  return (
    <div className="grid gap-6">
      <Segments
        label="What to import"
        className="justify-self-start"
        options={[
          ['bookings', 'Bookings'],
          ['customers', 'Customers'],
          ['items', 'Items'],
        ]}
        value={kind}
        onChange={setKind}
      />
      <ImportCard key={kind} kind={kind} />
      <RecentImports />
    </div>
  );
}

function ImportCard({ kind }: { kind: ImportKind }) {
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const send = useImportFile(kind);
  const [csv, setCsv] = useState('');
  const [fileName, setFileName] = useState('');
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [mapping, setMapping] = useState<Record<string, string | null>>({});
  const [seen, setSeen] = useState<FileOut | null>(null);
  const [partial, setPartial] = useState(false);
  const [remind, setRemind] = useState(false);

  const look = (text: string, fields: Record<string, string | null>) => {
    setMapping(fields);
    send.mutate(
      { csv: text, mapping: fields, apply: false, partial: false, remind: false },
      { onSuccess: setSeen },
    );
  };
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    send.reset();
    setSeen(null);
    setPartial(false);
    setRemind(false);
    setIsTooLarge(file.size > largest);
    setFileName(file.name);
    if (file.size > largest) return;
    const text = await textOfCsv(file);
    setCsv(text);
    look(text, {});
  };
  const apply = () =>
    send.mutate(
      { csv, mapping, apply: true, partial, remind },
      {
        onSuccess: (answer) => {
          if (answer.importId === null || answer.importId === undefined) {
            // Bookings came in meanwhile: the preview shows the conflict.
            setSeen(answer);
            return;
          }
          toast({
            title: `${counted(answer.rows.new, words[kind].one)} imported`,
            description: 'You can undo this for a day.',
          });
          setSeen(null);
          setCsv('');
          setFileName('');
        },
      },
    );
  const failure = isTooLarge ? tooLarge : refusalOf(format, send.error);

  return (
    <Card id="import-a-spreadsheet" className="max-w-2xl">
      <CardHeader title={words[kind].title} description={words[kind].description} />
      <CardBody className="grid gap-5">
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
          <Button kind="secondary" disabled={send.isPending} onClick={() => picker.current?.click()}>
            <FileUp aria-hidden="true" />
            Choose File
          </Button>
          <p className="max-w-full truncate text-faint" aria-live="polite">
            {send.isPending && seen === null
              ? `Reading ${fileName}...`
              : fileName === ''
                ? 'or drop it here'
                : fileName}
          </p>
        </DropZone>
        <Button asChild kind="quiet" className="justify-self-start">
          <a href={templateOf(kind)} download>
            <Download aria-hidden="true" />
            Download a Template
          </a>
        </Button>
        {failure === null ? null : <FailureAlert failure={failure} />}
        {seen === null ? null : (
          <Preview
            kind={kind}
            seen={seen}
            partial={partial}
            remind={remind}
            pending={send.isPending}
            onPartial={setPartial}
            onRemind={setRemind}
            onField={(name, field) => look(csv, remapped(seen.columns, mapping, name, field))}
            onApply={apply}
          />
        )}
      </CardBody>
    </Card>
  );
}

interface PreviewProps {
  kind: ImportKind;
  seen: FileOut;
  partial: boolean;
  remind: boolean;
  pending: boolean;
  onPartial: (on: boolean) => void;
  onRemind: (on: boolean) => void;
  onField: (column: string, field: string | null) => void;
  onApply: () => void;
}

/** What the file's rows do, with the choices before the import. */
function Preview({
  kind,
  seen,
  partial,
  remind,
  pending,
  onPartial,
  onRemind,
  onField,
  onApply,
}: PreviewProps) {
  const { columns, fields, rows, wrong, wrongCsv } = seen;
  const parts = [
    `${counted(rows.new, 'row')} can be imported`,
    ...(rows.same > 0 ? [`${rows.same} imported before`] : []),
    ...(rows.wrong > 0 ? [`${rows.wrong} with errors`] : []),
  ];
  return (
    <>
      <p role="status" className="font-medium text-sm">
        {parts.join(', ')}
      </p>
      <ColumnFields columns={columns} fields={fields} disabled={pending} onChange={onField} />
      {rows.wrong === 0 ? null : <WrongRows wrong={wrong} csv={wrongCsv} />}
      {rows.wrong === 0 || rows.new === 0 ? null : (
        <SwitchField
          label="Skip rows with errors"
          hint="Download them, correct them, and import them afterwards."
          checked={partial}
          onChange={onPartial}
        />
      )}
      {rows.new === 0 || kind !== 'bookings' ? null : (
        <SwitchField
          label="Email these customers reminders"
          hint="Before the delivery and before payments are due, as set in Messages. Past bookings never get any."
          checked={remind}
          onChange={onRemind}
        />
      )}
      {rows.new === 0 ? null : (
        <Button
          className="justify-self-start"
          disabled={rows.wrong > 0 && !partial}
          pending={pending}
          pendingLabel="Importing..."
          onClick={onApply}
        >
          Import {counted(rows.new, words[kind].button)}
        </Button>
      )}
    </>
  );
}
