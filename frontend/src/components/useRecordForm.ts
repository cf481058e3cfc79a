import type { FieldValues } from 'react-hook-form';
import { toast } from '@/ui/toast-store';
import { type SentFormOptions, useSentForm } from './useSentForm';

interface RecordFormOptions<Fields extends FieldValues, Input, Sent, Saved>
  extends Omit<SentFormOptions<Fields, Input, Sent, Saved>, 'onSaved' | 'onRefused'> {
  /** The toast once it is saved. */
  done: (saved: Saved) => Parameters<typeof toast>[0];
  onClose: () => void;
  /** Something else that is saved after it; the dialog stays where that could not be. */
  more?: { pending: boolean; changed: boolean; save: (saved: Saved) => Promise<boolean> };
}

/** A dialog's form over one record: what it does on submit, and what the dialog shows meanwhile and after a refusal. */
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
