import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { type Embedding, useSaveEmbedding } from '@/api/embedding';
import { ApiError, sentenceOf } from '@/api/errors';
import { SaveBar } from '@/components/SaveBar';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { FormError } from '@/ui/FormError';
import { Input } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';

/** The server's limit (W6). */
const MOST_SITES = 20;

interface Row {
  readonly id: number;
  readonly text: string;
  readonly error?: string;
}

const rowsOf = (sites: readonly string[]): Row[] => sites.map((text, id) => ({ id, text }));

type EmbedSitesProps = Pick<Embedding, 'allowedSites' | 'shareContact'>;

/** The sites that may show the form, and what they receive. Saved together. */
export function EmbedSites({ allowedSites: allowed, shareContact }: EmbedSitesProps) {
  const save = useSaveEmbedding();
  const [shares, setShares] = useState(shareContact);
  const [rows, setRows] = useState(() => rowsOf(allowed));
  const [failure, setFailure] = useState('');
  const lastId = useRef(allowed.length);
  const entries = rows.map(({ text }) => text.trim()).filter(Boolean);
  const sitesDiffer = entries.join('\n') !== allowed.join('\n');
  const dirty = sitesDiffer || shares !== shareContact;

  const change = (id: number, text: string) =>
    setRows((all) => all.map((row) => (row.id === id ? { id, text } : row)));
  const add = () => {
    lastId.current += 1;
    setRows((all) => [...all, { id: lastId.current, text: '' }]);
  };
  const remove = (id: number) => setRows((all) => all.filter((row) => row.id !== id));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    save.mutate(
      {
        ...((sitesDiffer || !dirty) && { allowedSites: rows.map(({ text }) => text) }),
        ...(shares !== shareContact && { shareContact: shares }),
      },
      {
        onSuccess: ({ allowedSites }) => {
          setRows(rowsOf(allowedSites));
          toast({
            title: 'Settings saved',
            description:
              allowedSites.length === 0
                ? 'Any site can show your form.'
                : 'Only these sites can show your form.',
          });
        },
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {};
          setRows((all) =>
            all.map(({ id, text }, position) => {
              const problem = fields[`allowedSites.${position}`];
              return problem === undefined ? { id, text } : { id, text, error: problem };
            }),
          );
          setFailure(sentenceOf(error));
        },
      },
    );
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <Card id="allowed-sites">
        <CardHeader
          title="Allowed sites"
          description="Any site can show your form unless you list sites here. Add both example.com and www.example.com, or *.example.com for all subdomains."
        />
        <CardBody className="grid gap-4">
          {rows.length === 0 ? (
            <p className="text-faint text-sm">No sites listed. Any site can show your form.</p>
          ) : null}
          {rows.map(({ id, text, error }, position) => (
            <div key={id} className="flex items-start gap-2">
              <Field label={`Site ${position + 1}`} error={error} className="flex-1">
                <Input
                  value={text}
                  // The user has just added this line.
                  autoFocus={text === ''}
                  inputMode="url"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder="www.example.com"
                  onChange={(event) => change(id, event.target.value)}
                />
              </Field>
              <Button
                kind="quiet"
                size="icon"
                className="mt-6.5"
                aria-label={`Remove site ${position + 1}`}
                onClick={() => remove(id)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </div>
          ))}
          <Button
            kind="secondary"
            size="sm"
            className="justify-self-start"
            disabled={rows.length >= MOST_SITES}
            onClick={add}
          >
            <Plus aria-hidden="true" />
            Add Site
          </Button>
        </CardBody>
      </Card>
      <Card id="booking-data-for-your-page">
        <CardHeader
          title="Booking data for your page"
          description="Each booking triggers a booking-complete event on your page with its number, total, message and dates, after booking-held if it awaits a payment. Use them to track conversions."
        />
        <CardBody>
          <SwitchField
            label="Include the customer's contact details"
            hint="Adds name, email and phone. Every script on your page can read them, including ad trackers."
            checked={shares}
            onChange={setShares}
          />
        </CardBody>
      </Card>
      <FormError message={failure} />
      <SaveBar
        dirty={dirty}
        pending={save.isPending}
        onDiscard={() => {
          setFailure('');
          setRows(rowsOf(allowed));
          setShares(shareContact);
        }}
      />
    </form>
  );
}
