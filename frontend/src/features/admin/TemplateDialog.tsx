import { useDeferredValue, useState } from 'react';
import {
  type MailTemplate,
  type Outcome,
  useSaveTemplate,
  useSendTest,
  useTemplatePreview,
} from '@/api/admin-mail';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useSignedInUser } from '@/api/user';
import { asUsual, EmailTexts, sameTexts, type Texts } from '@/components/EmailTexts';
import { tellFailed } from '@/components/tell-failed';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input } from '@/ui/Input';
import { MailPreview } from '@/ui/MailFrame';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast-store';
import { OutcomeNote } from './CheckButton';

/** Dialog that edits an email template, with a preview and a test email. */
export function TemplateDialog({ template, onClose }: { template: MailTemplate; onClose: () => void }) {
  const format = useFormat();
  const save = useSaveTemplate(template.kind);
  const [texts, setTexts] = useState<Texts>(template.texts);
  const preview = useTemplatePreview(template.kind, useDeferredValue(texts));
  const same = (other: Texts) => sameTexts(texts, other);
  const wrong = preview.error ?? save.error;
  const faults = wrong instanceof ApiError ? wrong.fields : {};
  const put = (input: Parameters<typeof save.mutate>[0], done: string) =>
    save.mutate(input, {
      onSuccess: () => {
        toast({ title: 'Success', description: `${template.name} ${done}` });
        onClose();
      },
      onError: tellFailed('Error'),
    });
  return (
    <FormDialog
      onClose={onClose}
      title={template.name}
      description={`${template.when}.`}
      className="sm:max-w-5xl"
      onSubmit={() => put(texts, 'saved')}
      submitLabel="Save Template"
      pendingLabel="Saving..."
      error={wrong === null || Object.keys(faults).length > 0 ? null : failureOf(format, wrong)}
      pending={save.isPending}
      unsaved={!same(template.texts)}
      aside={
        <Button
          kind="quiet"
          disabled={save.isPending || (!template.changed && same(template.usual))}
          onClick={() => (template.changed ? put(asUsual, 'reset to default') : setTexts(template.usual))}
        >
          Reset to Default
        </Button>
      }
    >
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <EmailTexts
            texts={texts}
            fields={template.fields}
            blocks={template.blocks}
            faults={faults}
            onChange={(changed) => {
              save.reset();
              setTexts(changed);
            }}
          />
          <TestMail kind={template.kind} texts={texts} />
        </div>
        <div className="grid content-start gap-2">
          {preview.data === undefined ? (
            preview.error === null ? (
              <Skeleton className="h-96" />
            ) : null
          ) : (
            <MailPreview mail={preview.data} name={template.name} />
          )}
        </div>
      </div>
    </FormDialog>
  );
}

function TestMail({ kind, texts }: { kind: string; texts: Texts }) {
  const test = useSendTest(kind);
  const [to, setTo] = useState(useSignedInUser().email);
  const fault = test.error instanceof ApiError ? test.error.fields.to : undefined;
  const outcome: Outcome | undefined =
    test.error !== null && fault === undefined
      ? { ok: false, code: 'failed', sentence: sentenceOf(test.error) }
      : test.data;
  const send = () => test.mutate({ ...texts, to });
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <div className="flex items-end gap-2">
        <Field label="Send Test Email To" error={fault} className="flex-1">
          <Input
            type="email"
            value={to}
            onChange={(event) => {
              test.reset();
              setTo(event.target.value);
            }}
            // Enter sends the test instead of submitting the surrounding form.
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                send();
              }
            }}
          />
        </Field>
        <Button kind="secondary" pending={test.isPending} pendingLabel="Sending..." onClick={send}>
          Send Test
        </Button>
      </div>
      <OutcomeNote outcome={outcome} />
    </div>
  );
}
