import { useState } from 'react';
import { useEditPreview } from '@/api/bookings';
import { sentenceOf } from '@/api/errors';
import type { Booking } from '@/api/types';
import { EmailChoice } from '@/components/booking/EmailChoice';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { MailFrame } from '@/ui/MailFrame';
import type { EditState } from './edit/useEdit';

/** Choice whether to email the customer about an edit, with a preview of the email. */
export function NotifyChoice({ booking, edit }: { booking: Booking; edit: EditState }) {
  const { patch, notify, askAgreement } = edit;
  const preview = useEditPreview(booking.id);
  const [shown, setShown] = useState('');
  const look = () => {
    const now = patch();
    setShown(JSON.stringify(now));
    preview.mutate(now);
  };
  // Hide the preview once the form has changed.
  const current = shown === JSON.stringify(patch()) ? preview.data : undefined;
  return (
    <fieldset className="grid gap-2 rounded-md border border-line bg-surface px-3.5 py-3">
      <legend className="px-1 font-medium text-sm">Notify the customer?</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <EmailChoice
          to={booking.customerEmail}
          label={`Email ${booking.customerName} about the changes`}
          checked={notify}
          onChange={edit.setNotify}
        />
        {booking.customerEmail === null ? null : (
          <Button
            kind="secondary"
            size="sm"
            pending={preview.isPending}
            pendingLabel="Loading..."
            onClick={look}
          >
            Preview Email
          </Button>
        )}
      </div>
      <div>
        <Checkbox
          label="Ask them to agree to the change"
          checked={askAgreement}
          onChange={edit.setAskAgreement}
        />
        {askAgreement ? (
          <p className="pb-1 pl-6.5 text-soft text-xs">
            The booking changes right away. Your customer can answer on their booking page
            {notify ? ', which the email links to' : '. Send them the link'}. We'll notify you of the answer.
          </p>
        ) : null}
      </div>
      <div aria-live="polite" className="grid gap-2 text-sm empty:hidden">
        {preview.error === null ? null : <p className="text-danger">{sentenceOf(preview.error)}</p>}
        {current === undefined ? null : current.subject == null || current.html == null ? (
          <p className="text-soft">
            None of your changes are visible to the customer, so there is no email to send.
          </p>
        ) : (
          <>
            <p className="break-words text-soft">
              To {current.to}: <b className="font-medium text-ink">{current.subject}</b>
              {current.mailServer
                ? ''
                : '. No mail server is set up, so the email will be saved but not sent.'}
            </p>
            <MailFrame html={current.html} title={`Preview: ${current.subject}`} />
          </>
        )}
      </div>
    </fieldset>
  );
}
