import { type FormEvent, type ReactNode, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { dayOf, formatTime } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import type { CustomersBooking } from '@/paying/calls';
import { type FormProps, Refusal, useSending } from './BookingForms';
import { answerAgreement } from './booking-calls';
import { SendButton, TextBlock } from './fields';
import { primaryButton, secondaryButton } from './looks';
import { useTyped } from './useTyped';

type Question = NonNullable<CustomersBooking['agreement']>;

/** The change that the customer has to agree to, or their answer. */
export function AgreementPart({ agreement, ...form }: FormProps & { agreement: Question }) {
  const { company } = form.booking;
  if (agreement.agreed !== null) {
    return (
      <div className="mt-3 grid gap-3">
        <p role="status">
          {agreement.agreed
            ? `You agreed to the change, and ${company.name} was notified.`
            : `You declined the change. ${company.name} will contact you.`}
        </p>
        {agreement.text === null ? null : (
          <p className="whitespace-pre-wrap break-words border-bulb border-l-2 pl-3 text-soft">
            {agreement.text}
          </p>
        )}
      </div>
    );
  }
  return <AskForm key={agreement.number} agreement={agreement} {...form} />;
}

function AskForm({ token, booking, agreement, onChanged }: FormProps & { agreement: Question }) {
  const format = useFormat();
  const [declining, setDeclining] = useState(false);
  const { send, sending, refused } = useSending(onChanged);
  const { texts, at } = useTyped({ text: '' }, refused?.fields);
  const answer = (agreed: boolean) =>
    send(() => answerAgreement(token, agreement.number, agreed, agreed ? '' : texts.text.trim()));
  const decline = (event: FormEvent) => {
    event.preventDefault();
    void answer(false);
  };
  const rows = differences(format, agreement, booking);
  return (
    <div className="mt-3 grid gap-4">
      <p>
        {booking.company.name} changed your booking. Please let them know whether you agree.
        {rows.length === 0 ? ' This page shows the new details.' : ''}
      </p>
      {rows.length === 0 ? null : (
        <dl className="grid gap-3">
          {rows.map(({ name, before, now }) => (
            <div key={name} className="min-w-0">
              <dt className="text-faint text-sm">{name}</dt>
              <dd className="break-words font-medium">{now}</dd>
              <dd className="break-words text-soft text-sm">Previously: {before}</dd>
            </div>
          ))}
        </dl>
      )}
      <Refusal refused={refused} />
      {declining ? (
        <form noValidate onSubmit={decline} className="grid gap-4">
          <TextBlock
            {...at('text')}
            id="agreement-text"
            rows={3}
            label="What would work instead? (Optional)"
            maxLength={2000}
          />
          <div className="grid grid-cols-2 gap-2">
            <button type="button" className={`${secondaryButton} px-2`} onClick={() => setDeclining(false)}>
              Back
            </button>
            <SendButton sending={sending} meanwhile="Sending…" className={`${secondaryButton} px-2`}>
              Send Response
            </SendButton>
          </div>
        </form>
      ) : (
        <div className="grid gap-2 sm:grid-cols-2">
          <SendButton
            type="button"
            sending={sending}
            meanwhile="Sending…"
            className={primaryButton}
            onClick={() => void answer(true)}
          >
            I Agree
          </SendButton>
          <button type="button" className={secondaryButton} onClick={() => setDeclining(true)}>
            I Don’t Agree
          </button>
        </div>
      )}
    </div>
  );
}

interface Difference {
  readonly name: string;
  readonly before: ReactNode;
  readonly now: ReactNode;
}

/** List the values that the change replaced, beside the booking's current ones. */
function differences(format: Format, { before }: Question, booking: CustomersBooking): readonly Difference[] {
  const { message, size, deliveryDate, pickupDate, totalPrice } = before;
  const sign = (words: string, height: string) => `“${words}” in ${height}`;
  const moment = (iso: string, timed: boolean) =>
    `${dayInWords(format, dayOf(iso), 'long')}${timed ? `, ${formatTime(format, iso)}` : ''}`;
  const money = (units: number) => formatMoney(units, booking.currency);
  return [
    ...(message == null && size == null
      ? []
      : [
          {
            name: 'Sign',
            before: sign(message ?? booking.message, size ?? booking.size),
            now: sign(booking.message, booking.size),
          },
        ]),
    ...(deliveryDate == null
      ? []
      : [
          {
            name: 'Delivery and setup',
            before: moment(deliveryDate, deliveryDate.includes('T')),
            now: moment(booking.deliveryDate, booking.deliveryTimeGiven),
          },
        ]),
    ...(pickupDate == null
      ? []
      : [
          {
            name: 'Pickup',
            before: moment(pickupDate, pickupDate.includes('T')),
            now: moment(booking.pickupDate, booking.pickupTimeGiven),
          },
        ]),
    ...(totalPrice == null ? [] : [{ name: 'Total', before: money(totalPrice), now: money(booking.total) }]),
  ];
}
