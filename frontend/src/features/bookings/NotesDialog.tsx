import { useState } from 'react';
import { useEditBooking } from '@/api/bookings';
import { refusalOf } from '@/api/form-errors';
import type { BookingDetails } from '@/api/types';
import { useFormat } from '@/lib/format';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Textarea } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** Edits only the notes of a booking, for team members who may not change anything else. */
export function NotesDialog({ booking, onClose }: { booking: BookingDetails; onClose: () => void }) {
  const format = useFormat();
  const edit = useEditBooking(booking.id);
  const before = booking.operatorNotes ?? '';
  const [notes, setNotes] = useState(before);
  const submit = () => {
    edit.mutate(
      { operatorNotes: notes, expectedRevision: booking.revision },
      {
        onSuccess: () => {
          toast({ title: 'Notes saved', description: `Booking #${booking.number}` });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Notes"
      description="Only your team sees these notes."
      onSubmit={submit}
      submitLabel="Save Notes"
      pendingLabel="Saving..."
      error={refusalOf(format, edit.error)}
      pending={edit.isPending}
      unsaved={notes !== before}
    >
      <Field label={`Notes on booking #${booking.number}`}>
        <Textarea
          rows={6}
          maxLength={5000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
