import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useMailTemplates } from '@/api/admin-mail';
import { LoadState } from '@/components/LoadState';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { TemplateDialog } from './TemplateDialog';

/** Cards of the email templates that an administrator can edit. */
export function TemplateCards() {
  const templates = useMailTemplates();
  const [editing, setEditing] = useState<string | null>(null);
  const chosen = templates.data?.find(({ kind }) => kind === editing);
  return (
    <section aria-labelledby="templates" className="grid gap-4">
      <div>
        <h2 id="templates" className="font-semibold text-lg tracking-tight">
          Email Templates
        </h2>
        <p className="text-soft text-sm">
          Default email texts for all businesses. A business’s own text takes precedence.
        </p>
      </div>
      {templates.data !== undefined ? (
        <ul className="grid gap-4 md:grid-cols-3">
          {templates.data.map(({ kind, name, when, changed, texts }) => (
            <li key={kind} className="contents">
              <Card className="flex flex-col gap-3 p-5">
                <h3 className="flex flex-wrap items-center gap-2 font-medium">
                  {name}
                  {changed ? <Badge tone="indigo">Customized</Badge> : null}
                </h3>
                <p className="text-soft text-sm">{when}.</p>
                <p className="wrap-anywhere mb-auto text-faint text-sm">{texts.subject}</p>
                <Button
                  kind="secondary"
                  size="sm"
                  className="justify-self-start self-start"
                  aria-label={`Edit ${name}`}
                  onClick={() => setEditing(kind)}
                >
                  <Pencil aria-hidden="true" />
                  Edit
                </Button>
              </Card>
            </li>
          ))}
        </ul>
      ) : (
        <LoadState of={templates} failed="Couldn’t load templates">
          <Placeholder what="templates" bars={['h-36 rounded-xl']} />
        </LoadState>
      )}
      {chosen === undefined ? null : (
        <TemplateDialog key={chosen.kind} template={chosen} onClose={() => setEditing(null)} />
      )}
    </section>
  );
}
