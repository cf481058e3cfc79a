import { type FormEvent, useId, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { formatMoney } from '@/lib/money';
import type { CustomersBooking } from '@/paying/calls';
import { payWithGiftCard, readBooking } from './booking-calls';
import { FormError, SendButton } from './fields';
import { control, secondaryButton, textLink } from './looks';

interface Props {
  token: string;
  currency: string;
  onPaid: (booking: CustomersBooking, text: string) => void;
}

/** Form that pays the balance due, or part of it, with a gift card. */
export function GiftCardPart({ token, currency, onPaid }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') {
      setProblem('Enter your gift card code');
      field.current?.focus();
      return;
    }
    setSending(true);
    setProblem(null);
    try {
      const { giftCard } = await payWithGiftCard(token, code.trim());
      const left = giftCard.left > 0 ? ` ${formatMoney(giftCard.left, currency)} remains on the card.` : '';
      const text = `Thank you! Your gift card paid ${formatMoney(giftCard.covers, currency)}.${left}`;
      onPaid(await readBooking(token), text);
      setCode('');
      setOpen(false);
    } catch (error) {
      setProblem(sentenceOf(error));
      field.current?.focus();
    } finally {
      setSending(false);
    }
  };
  if (!open) {
    return (
      <button type="button" className={`${textLink} text-sm`} onClick={() => setOpen(true)}>
        Use a gift card
      </button>
    );
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-3 border-line border-t pt-3"
    >
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          Gift Card Code
        </label>
        <input
          ref={field}
          id={id}
          className={control}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={80}
          // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field.
          autoFocus
          value={code}
          aria-invalid={problem !== null}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </div>
      <FormError message={problem} />
      <SendButton sending={sending} meanwhile="Paying…" className={secondaryButton} disabled={sending}>
        Pay With Gift Card
      </SendButton>
    </form>
  );
}
