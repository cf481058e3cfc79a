import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type AnswerField,
  type CannedAnswer,
  useCannedAnswers,
  useDeleteAnswer,
  useSaveAnswer,
} from '@/api/canned-answers';
import { ConfirmButton } from '@/components/ConfirmChange';
import { EditList } from '@/components/EditList';
import { Loaded } from '@/components/Loaded';
import { useRecordForm } from '@/components/useServerForm';
import { called } from '@/lib/typed-checks';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { LongTextField, TextField, useCheckedForm } from '@/ui/FormField';
import { toast } from '@/ui/toast-store';

const answerSchema = z.object({
  title: called(80, 'Enter a title'),
  text: called(1600, 'Enter a text'),
});

/** Canned answers, which can be inserted into conversations with customers. */
export function CannedAnswersCard() {
  return (
    <Card id="answers">
      <CardHeader
        title="Canned Answers"
        description="Texts that you insert into conversations with customers. Fields such as {number} are filled in from the customer’s next booking."
      />
      <CardBody className="grid gap-4">
        <Loaded read={useCannedAnswers()} what="Your canned answers">
          {({ items, fields }) => <Answers answers={items} fields={fields} />}
        </Loaded>
      </CardBody>
    </Card>
  );
}

function Answers({ answers, fields }: { answers: readonly CannedAnswer[]; fields: readonly AnswerField[] }) {
  const [editing, setEditing] = useState<CannedAnswer | 'new' | null>(null);
  return (
    <>
      <EditList
        rows={answers}
        none="No canned answers yet."
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        onEdit={(answer) => setEditing(answer)}
        addLabel="Add Answer"
        onAdd={() => setEditing('new')}
      >
        {({ title, text }) => (
          <>
            <p className="wrap-anywhere font-medium text-sm">{title}</p>
            <p className="wrap-anywhere line-clamp-2 text-faint text-sm">{text}</p>
          </>
        )}
      </EditList>
      {editing === null ? null : (
        <AnswerDialog
          answer={editing === 'new' ? null : editing}
          fields={fields}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

interface AnswerDialogProps {
  answer: CannedAnswer | null;
  fields: readonly AnswerField[];
  onClose: () => void;
}

function AnswerDialog({ answer, fields, onClose }: AnswerDialogProps) {
  const form = useCheckedForm(answerSchema, { title: answer?.title ?? '', text: answer?.text ?? '' });
  const text = useWatch({ control: form.control, name: 'text' });
  const remove = useDeleteAnswer();
  const record = useRecordForm({
    form,
    save: useSaveAnswer(answer?.id ?? null),
    sent: (input) => input,
    done: () => ({ title: 'Answer saved' }),
    onClose,
  });
  const insert = (name: string) => {
    const area = document.activeElement instanceof HTMLTextAreaElement ? document.activeElement : null;
    const [start, end] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length];
    form.setValue('text', `${text.slice(0, start)}{${name}}${text.slice(end)}`, { shouldDirty: true });
  };
  return (
    <FormDialog
      title={answer === null ? 'Add a Canned Answer' : answer.title}
      {...record}
      submitLabel="Save Answer"
      aside={
        answer === null ? undefined : (
          <ConfirmButton
            button={(ask) => (
              <Button kind="quiet" className="text-danger" onClick={ask}>
                Delete
              </Button>
            )}
            change={remove}
            input={answer.id}
            title={`Delete “${answer.title}”?`}
            description="Messages that were sent with it stay."
            confirmLabel="Delete"
            pendingLabel="Deleting..."
            onDone={() => {
              toast({ title: 'Answer deleted' });
              onClose();
            }}
          />
        )
      }
    >
      <div className="grid gap-5">
        <TextField form={form} name="title" label="Title" maxLength={80} autoComplete="off" />
        <LongTextField form={form} name="text" label="Text" maxLength={1600} rows={6} />
        <div className="grid gap-2">
          <p id="answer-fields" className="font-medium text-sm">
            Insert a Field
          </p>
          <ul aria-labelledby="answer-fields" className="flex flex-wrap gap-1.5">
            {fields.map(({ name, meaning }) => (
              <li key={name}>
                <Button
                  kind="secondary"
                  size="sm"
                  title={meaning}
                  // Keeps the cursor in the text.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => insert(name)}
                >
                  <span className="sr-only">Insert: {meaning}</span>
                  <span aria-hidden="true">{`{${name}}`}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </FormDialog>
  );
}
