import { useState } from 'react';
import { useCancelingCost } from '@/api/booking-money';
import { sentenceOf } from '@/api/errors';
import { useCan } from '@/api/rights';
import type { Booking, LostReason } from '@/api/types';
import { EmailChoice } from '@/components/booking/EmailChoice';
import { LostReasons } from '@/components/booking/LostReasons';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { amountOf, amountText } from '@/lib/typed-amount';
import { listed } from '@/lib/words';
import { Checkbox } from '@/ui/Checkbox';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field } from '@/ui/Field';
import { Input, Textarea } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';
import { signText } from './actions';

/** The user's choices in the cancel dialog. Without `fee` and `refund`, no money moves. */
interface CancelAnswers {
  notify: boolean;
  reason?: string;
  lostReason?: LostReason;
  fee?: number;
  refund?: boolean;
}

interface Props {
  booking: Booking;
  currency: string;
  failure: Failure | null;
  pending: boolean;
  onAnswer: (answers: CancelAnswers) => void;
  onClose: () => void;
}

/** Dialog that cancels a booking, with reason, fee and refund in one step. */
export function CancelQuestion({ booking, currency, failure, pending, onAnswer, onClose }: Props) {
  const format = useFormat();
  const [reason, setReason] = useState('');
  const [lostReason, setLostReason] = useState<LostReason | null>(null);
  const [notify, setNotify] = useState(true);
  const [typed, setTyped] = useState<string | null>(null);
  const [refund, setRefund] = useState(true);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const sees = useCan('seeMoney');
  const borrowed = (booking.borrowed ?? []).filter(({ givenBack }) => !givenBack);
  const { data: cost, error } = useCancelingCost(booking.id);
  const { received, totalPrice: total } = 'received' in booking ? booking : { received: 0, totalPrice: 0 };
  const asks = cost !== undefined && (cost.fee > 0 || received > 0);
  const text = typed ?? (cost ? amountText(cost.fee, currency) : '');
  const fee = text.trim() === '' ? 0 : Number(text) === 0 ? 0 : amountOf(text);
  const back = fee === null ? 0 : Math.max(0, received - fee);
  const money = (units: number) => formatMoney(units, currency);

  const answer = () => {
    if (asks && (fee === null || fee > total)) {
      setFault(`Please enter an amount from 0 to ${money(total)}`);
      return;
    }
    onAnswer({
      notify,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(lostReason !== null && { lostReason }),
      ...(asks && { fee: fee ?? 0, ...(back > 0 && refund && { refund: true }) }),
    });
  };

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Cancel booking #${booking.number}?`}
      description={`${booking.customerName}, ${signText(format, booking)}. Its letters become available again. You can reopen this booking as long as they are still free.${booking.authorizedUntil === null ? '' : " The authorization of the customer's card is released, and nothing is charged."}`}
      confirmLabel={back > 0 && refund && asks ? `Cancel and Refund ${money(back)}` : 'Cancel Booking'}
      pendingLabel="Canceling..."
      cancelLabel="Keep Booking"
      onConfirm={answer}
      error={failure}
      pending={pending || (sees && cost === undefined && error === null)}
    >
      <LostReasons value={lostReason} onChange={setLostReason} />
      <ReasonField
        hint={
          notify && booking.customerEmail !== null
            ? 'Saved in the booking history and included in the email.'
            : 'Saved in the booking history.'
        }
        value={reason}
        onChange={setReason}
      />
      {sees && cost === undefined ? (
        error === null ? (
          <Skeleton className="h-16" />
        ) : (
          <p role="note" className="text-amber text-sm">
            {`We couldn't load the cancellation fee. If you cancel now, no fee is charged and nothing is refunded. ${sentenceOf(error)}`}
          </p>
        )
      ) : null}
      {asks ? (
        <div className="grid gap-2">
          <Field
            label={`Cancellation Fee (${currency})`}
            hint={`${money(cost.fee)} under this booking's terms. Enter 0 to waive the fee.`}
            error={fault}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="tabular sm:max-w-40"
              value={text}
              onChange={(event) => {
                setTyped(event.target.value);
                setFault(undefined);
              }}
            />
          </Field>
          {back > 0 ? (
            <Checkbox
              label={`Refund ${money(back)} of the ${money(received)} received`}
              checked={refund}
              onChange={setRefund}
            />
          ) : null}
          <p className="text-pretty text-faint text-sm">{outcome(fee ?? 0, received, refund, money)}</p>
        </div>
      ) : null}
      {borrowed.length === 0 ? null : (
        <p role="note" className="wrap-anywhere text-amber text-sm">
          {`No longer needed: ${listed(borrowed.map(({ text, lender }) => `${text} from ${lender}`))}. Let them know, or give the pieces back.`}
        </p>
      )}
      <EmailChoice
        to={booking.customerEmail}
        label={`Email ${booking.customerName} about the cancellation`}
        checked={notify}
        onChange={setNotify}
      />
    </ConfirmDialog>
  );
}

function outcome(fee: number, received: number, refund: boolean, money: (units: number) => string): string {
  if (received < fee) return `${money(fee - received)} of the fee is still due.`;
  if (received === fee) return 'No refund and no balance due.';
  return refund
    ? "Card payments are refunded to the card right away. This can't be undone. Return cash and checks yourself."
    : 'Nothing is refunded now. The booking will show the amount you owe the customer.';
}

interface ReasonFieldProps {
  hint: string;
  value: string;
  onChange: (reason: string) => void;
}

/** Text field for the reason of a cancellation. */
export function ReasonField({ hint, value, onChange }: ReasonFieldProps) {
  return (
    <Field label="Reason (Optional)" hint={hint}>
      <Textarea rows={2} maxLength={500} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
