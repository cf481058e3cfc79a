import { type FormEvent, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { dayInWords } from '@/booking-form/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { amountOf } from '@/lib/typed-amount';
import { Part } from './Details';
import { FormError, SendButton, TextBlock, TextField } from './fields';
import { buyGiftCard, type GiftCardForm, type GiftCardShop } from './gift-card-calls';
import { control, primaryButton } from './looks';
import { useTyped } from './useTyped';

const OWN = 'own';
const EMAIL = 'Enter an email address, for example name@example.com';
type Faults = Readonly<Partial<Record<string, string>>>;

interface Props {
  shopKey: string;
  shop: GiftCardShop;
  /** Called with the purchase's card form. */
  onOpened: (form: GiftCardForm) => void;
}

/** Order form for a gift card: the amount, the recipient and the buyer. */
export function BuyGiftCard({ shopKey, shop, onOpened }: Props) {
  const format = useFormat();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const { texts, at } = useTyped(
    {
      choice: String(shop.amounts[0] ?? OWN),
      own: '',
      to: '',
      toEmail: '',
      message: '',
      sendOn: '',
      buyer: '',
      buyerEmail: '',
    },
    faults,
  );
  const amount = texts.choice === OWN ? amountOf(texts.own) : Number(texts.choice);
  const show = (found: Faults) => {
    setFaults(found);
    // After the next render, when the fields are marked.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setProblem(null);
    const found = check(shop, amount, texts);
    show(found);
    if (amount === null || Object.keys(found).length > 0) return;
    setSending(true);
    try {
      const { to, toEmail, message, sendOn, buyer, buyerEmail } = texts;
      onOpened(
        await buyGiftCard(shopKey, {
          amount,
          to,
          buyer,
          buyerEmail,
          toEmail: toEmail.trim() || null,
          message: message.trim() || null,
          sendOn: sendOn || null,
        }),
      );
    } catch (error) {
      const { amount: wrong, ...others } = error instanceof ApiError ? error.fields : {};
      const fields = { ...others, ...(wrong !== undefined && { own: wrong }) };
      if (Object.keys(fields).length === 0) setProblem(sentenceOf(error));
      show(fields);
    } finally {
      setSending(false);
    }
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Part title="Amount">
        <AmountChoice shop={shop} choice={at('choice')} own={at('own')} />
        <p className="mt-3 text-faint text-sm">
          {shop.validThrough === null
            ? 'Gift cards don’t expire.'
            : `A gift card bought today is valid through ${dayInWords(format, shop.validThrough, 'long')}.`}
        </p>
      </Part>
      <Part title="Who is it for?">
        <div className="mt-3 grid gap-4">
          <TextField id="to" label="Recipient’s Name" maxLength={200} {...at('to')} />
          <TextField
            id="to-email"
            label="Recipient’s Email (Optional)"
            hint="Leave this empty to get the gift card yourself."
            type="email"
            maxLength={254}
            {...at('toEmail')}
          />
          <TextBlock id="message" label="Message (Optional)" rows={3} maxLength={500} {...at('message')} />
          <TextField
            id="send-on"
            label="Send On (Optional)"
            hint="Leave this empty to send it right away."
            type="date"
            maxLength={10}
            {...at('sendOn')}
          />
        </div>
      </Part>
      <Part title="Your details">
        <div className="mt-3 grid gap-4">
          <TextField id="buyer" label="Your Name" autoComplete="name" maxLength={200} {...at('buyer')} />
          <TextField
            id="buyer-email"
            label="Your Email"
            hint="We’ll send your receipt to this address."
            type="email"
            autoComplete="email"
            maxLength={254}
            {...at('buyerEmail')}
          />
        </div>
      </Part>
      <FormError message={problem} />
      <SendButton sending={sending} meanwhile="One moment…" className={primaryButton}>
        {amount === null ? 'Continue to Payment' : `Continue: ${formatMoney(amount, shop.currency)}`}
      </SendButton>
    </form>
  );
}

/** Return the error messages by field. */
function check(shop: GiftCardShop, amount: number | null, texts: Readonly<Record<string, string>>): Faults {
  const found: Record<string, string> = {};
  const { choice, to = '', toEmail = '', sendOn = '', buyer = '', buyerEmail = '' } = texts;
  if (choice === OWN && (amount === null || amount < shop.least || amount > shop.most)) {
    found.own = `Enter an amount from ${rangeOf(shop)}`;
  }
  if (to.trim() === '') found.to = 'Enter who the gift card is for';
  if (toEmail.trim() !== '' && !isEmail(toEmail)) found.toEmail = EMAIL;
  if (sendOn !== '' && (sendOn < shop.today || sendOn > shop.lastDay)) {
    found.sendOn = 'Choose a day within the next year';
  }
  if (buyer.trim() === '') found.buyer = 'Enter your name';
  if (!isEmail(buyerEmail)) found.buyerEmail = EMAIL;
  return found;
}

const isEmail = (typed: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(typed.trim());

const rangeOf = ({ least, most, currency }: GiftCardShop) =>
  `${formatMoney(least, currency)} to ${formatMoney(most, currency)}`;

interface Field {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The amounts on offer, and a custom amount if the business allows it. */
function AmountChoice({ shop, choice, own }: { shop: GiftCardShop; choice: Field; own: Field }) {
  const { amounts, ownAmount, currency } = shop;
  const options = amounts.map((amount) => [String(amount), formatMoney(amount, currency)] as const);
  if (options.length === 0) return <OwnAmount shop={shop} own={own} />;
  return (
    <div className="mt-3 grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="sr-only">Amount</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {[...options, ...(ownAmount ? ([[OWN, 'Other amount']] as const) : [])].map(([value, words]) => (
            <label
              key={value}
              className={`${control} flex min-h-12 cursor-pointer items-center gap-2 has-checked:border-action`}
            >
              <input
                type="radio"
                name="gift-card-amount"
                value={value}
                checked={choice.value === value}
                onChange={() => choice.onChange(value)}
              />
              <span className="tabular min-w-0 break-words">{words}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {choice.value === OWN || own.error !== undefined ? <OwnAmount shop={shop} own={own} /> : null}
    </div>
  );
}

function OwnAmount({ shop, own }: { shop: GiftCardShop; own: Field }) {
  return (
    <TextField
      id="own-amount"
      label={`Amount (${shop.currency})`}
      hint={`From ${rangeOf(shop)}.`}
      inputMode="decimal"
      maxLength={15}
      {...own}
    />
  );
}
