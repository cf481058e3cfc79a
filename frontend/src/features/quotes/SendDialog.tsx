import { Check, ExternalLink, MessageSquareText } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useBusinessDetails } from '@/api/business';
import { ApiError } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useMails } from '@/api/messages';
import { useSendQuote } from '@/api/quotes';
import type { Quote } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { EmailNotice } from '@/components/booking/EmailNotice';
import { EmailOutcome } from '@/components/booking/EmailOutcome';
import { oneSize, rentalText, signMessage } from '@/components/booking/lines-text';
import { SignStage } from '@/components/booking/SignStage';
import { shortageInWords, shortagesOf } from '@/components/booking/stock';
import { waitsUntil } from '@/components/booking/waits-until';
import { DayField } from '@/components/DayField';
import { LinkField } from '@/components/LinkField';
import { dayIn, dayOf, formatMoment } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { editQuotePath } from '@/lib/paths';
import { textHref } from '@/lib/reach';
import { quoteName } from '@/lib/status';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { FormDialog } from '@/ui/FormDialog';
import { SwitchField } from '@/ui/SwitchField';

export interface SendDialogProps {
  quote: Quote;
  onClose: () => void;
}

/** Asks for recipient and validity, sends the quote, and shows the customer's link. */
export function SendDialog({ quote, onClose }: SendDialogProps) {
  const [sent, setSent] = useState<{ quote: Quote; mailed: boolean; wait: string | undefined } | null>(null);
  // Emails newer than these were triggered by this dialog.
  const before = useMails({ quoteId: quote.id }).data?.items[0]?.id ?? 0;
  const [after, setAfter] = useState(before);
  return sent === null ? (
    <Asking
      quote={quote}
      onSent={(saved, mailed, wait) => {
        setAfter(before);
        setSent({ quote: saved, mailed, wait });
      }}
      onClose={onClose}
    />
  ) : (
    <Sent {...sent} after={after} onClose={onClose} />
  );
}

/** The error message of a refused attempt, with its field errors and shortages. */
function failureOfSending(format: Format, error: unknown): Failure {
  const { sentence, details } = failureOf(format, error);
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  const short = (shortagesOf(error) ?? []).map((shortage) => shortageInWords(format, shortage));
  const hint = short.length > 0 ? ['You can send the quote without holding the letters.'] : [];
  return { sentence, details: [...details, ...fields, ...short, ...hint] };
}

function Asking({
  quote,
  onSent,
  onClose,
}: SendDialogProps & { onSent: (quote: Quote, mailed: boolean, wait: string | undefined) => void }) {
  const format = useFormat();
  const user = useSignedInUser();
  const usual = useBusinessDetails();
  const sending = useSendQuote();
  const { customerEmail, status, expiresAt } = quote;
  const before = expiresAt === null || status === 'expired' ? '' : typedFromIso(format, dayOf(expiresAt));
  const [mail, setMail] = useState(customerEmail !== null);
  const [expires, setExpires] = useState(before);
  const [hold, setHold] = useState(quote.holdLetters);
  const form = useRef<HTMLDivElement>(null);
  const day = isoFromTyped(format, expires);
  const fault = expires.trim() !== '' && day === null ? FAULTS.dateForm(format) : undefined;
  const refused = sending.error instanceof ApiError ? sending.error.fields.expiresAt : undefined;
  const currency = user.currency ?? 'USD';
  const days = usual.data?.quoteDays;

  const send = () => {
    if (fault !== undefined) {
      form.current?.querySelector<HTMLElement>('[name="sendExpiresAt"]')?.focus();
      return;
    }
    sending.mutate(
      {
        id: quote.id,
        email: mail,
        holdLetters: hold,
        ...(day !== null && expires !== before && { expiresAt: day }),
      },
      {
        onSuccess: (after) =>
          onSent(after, mail && after.customerEmail !== null, waitsUntil(format, after.email)),
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Send ${quoteName(quote)}`}
      description={`${rentalText(format, quote)}, ${formatMoney(quote.totalPrice, currency)}`}
      onSubmit={send}
      submitLabel={mail ? 'Send Quote' : 'Create Link'}
      pendingLabel="Sending..."
      error={sending.error === null ? null : failureOfSending(format, sending.error)}
      pending={sending.isPending}
      unsaved={false}
      aside={
        <Button asChild kind="quiet">
          <Link to={editQuotePath(quote.id)}>Edit Quote</Link>
        </Button>
      }
    >
      <div ref={form} className="grid gap-4">
        {customerEmail === null ? (
          <p className="rounded-md border border-line bg-surface px-3 py-2.5 text-sm text-soft">
            This quote has no email address. You'll get a link to share yourself.
          </p>
        ) : (
          <>
            <EmailNotice meanwhile="You'll get a link to share yourself." />
            <SwitchField
              label={`Email it to ${customerEmail}`}
              hint={mail ? 'Includes the link to the quote.' : "You'll get a link to share yourself."}
              checked={mail}
              onChange={setMail}
            />
          </>
        )}
        <DayField
          label="Valid Until"
          name="sendExpiresAt"
          value={expires}
          onChange={setExpires}
          error={fault ?? refused}
          today={dayIn(user.timeZone ?? 'UTC', new Date())}
          first={dayIn(user.timeZone ?? 'UTC', new Date())}
          hint={`Leave empty for ${days === undefined ? 'the default' : `${days} days from now`}, and no later than delivery.`}
        />
        <SwitchField
          label="Hold the letters"
          hint="No one else can book them until the quote expires."
          checked={hold}
          onChange={setHold}
        />
      </div>
    </FormDialog>
  );
}

function Sent({
  quote,
  mailed,
  wait,
  after,
  onClose,
}: {
  quote: Quote;
  mailed: boolean;
  wait: string | undefined;
  after: number;
  onClose: () => void;
}) {
  const format = useFormat();
  const words = useRef<HTMLParagraphElement>(null);
  const status = useId();
  const texted =
    quote.link === null || quote.customerPhone === null
      ? null
      : textHref(quote.customerPhone, `Your quote ${quoteName(quote)}: ${quote.link}`);
  useEffect(() => words.current?.focus(), []);
  return (
    <Dialog
      onClose={onClose}
      title={`${quoteName(quote)} is ready`}
      {...(quote.expiresAt !== null && {
        description: `Valid until ${formatMoment(format, quote.expiresAt)}`,
      })}
    >
      <DialogBody className="p-0">
        <SignStage message={signMessage(quote)} size={oneSize(quote)} texts={quote.sign} height={64} />
        <div className="grid gap-4 px-5 py-5 text-sm">
          <p ref={words} id={status} tabIndex={-1} className="flex gap-2 outline-none">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            {mailed
              ? 'Your customer can see and accept it now.'
              : 'Share this link. Anyone who has it can see and accept the quote.'}
          </p>
          {mailed ? (
            <EmailOutcome
              wait={wait}
              of={{ quoteId: quote.id }}
              after={after}
              to={quote.customerEmail ?? ''}
              otherwise="Copy the link and send it yourself."
            />
          ) : null}
          {quote.link === null ? null : <LinkField link={quote.link} />}
          {texted === null ? null : (
            <Button asChild kind="secondary" className="justify-self-start">
              <a href={texted}>
                <MessageSquareText aria-hidden="true" />
                Text It to {quote.customerPhone}
              </a>
            </Button>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        {quote.link === null ? null : (
          <Button asChild kind="secondary">
            <a href={quote.link} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden="true" />
              View as Customer
            </a>
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
