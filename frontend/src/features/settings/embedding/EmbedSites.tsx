import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useSaveAllowedSites } from '@/api/embedding';
import { ApiError, sentenceOf } from '@/api/errors';
import { SaveBar } from '@/components/SaveBar';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { FormError } from '@/ui/FormError';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** The server's limit (W6). */
const MOST_SITES = 20;

interface Row {
  readonly id: number;
  readonly text: string;
  readonly error?: string;
}

const rowsOf = (sites: readonly string[]): Row[] => sites.map((text, id) => ({ id, text }));

/** The sites that may show the form. The parent remounts it when the stored sites change. */
export function EmbedSites({ allowed }: { allowed: readonly string[] }) {
  const save = useSaveAllowedSites();
  const [rows, setRows] = useState(() => rowsOf(allowed));
  const [failure, setFailure] = useState('');
  const lastId = useRef(allowed.length);
  const entries = rows.map(({ text }) => text.trim()).filter(Boolean);
  const dirty = entries.join('\n') !== allowed.join('\n');

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
      rows.map(({ text }) => text),
      {
        onSuccess: ({ allowedSites }) => {
          setRows(rowsOf(allowedSites));
          toast({
            title: 'Allowed sites saved',
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
    <Card id="allowed-sites">
      <CardHeader
        title="Allowed sites"
        description="Any site can show your form unless you list sites here. Add both example.com and www.example.com, or *.example.com for all subdomains."
      />
      <CardBody>
        <form onSubmit={submit} noValidate className="grid gap-4">
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
          <FormError message={failure} />
          <SaveBar
            dirty={dirty}
            pending={save.isPending}
            onDiscard={() => {
              setFailure('');
              setRows(rowsOf(allowed));
            }}
          />
        </form>
      </CardBody>
    </Card>
  );
}
