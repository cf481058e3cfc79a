import type { FieldValues } from 'react-hook-form';
import { toast } from '@/ui/toast-store';
import { type SentFormOptions, useSentForm } from './useSentForm';

interface RecordFormOptions<Fields extends FieldValues, Input, Sent, Saved>
  extends Omit<SentFormOptions<Fields, Input, Sent, Saved>, 'onSaved' | 'onRefused'> {
  /** Toast after saving. */
  done: (saved: Saved) => Parameters<typeof toast>[0];
  onClose: () => void;
  /** Something else to save afterwards; if it fails, the dialog stays open. */
  more?: { pending: boolean; changed: boolean; save: (saved: Saved) => Promise<boolean> };
}

/** Form of a record's dialog: submitting, pending state and errors. */
export function useRecordForm<Fields extends FieldValues, Input, Sent, Saved>({
  done,
  onClose,
  more,
  ...options
}: RecordFormOptions<Fields, Input, Sent, Saved>) {
  const { submit, failure, pending } = useSentForm({
    ...options,
    onSaved: (saved: Saved) => {
      toast(done(saved));
      if (more === undefined) onClose();
      else void more.save(saved).then((complete) => complete && onClose());
    },
  });
  return {
    onClose,
    onSubmit: submit,
    pendingLabel: 'Saving...',
    error: failure,
    pending: pending || more?.pending === true,
    unsaved: options.form.formState.isDirty || more?.changed === true,
  };
}
