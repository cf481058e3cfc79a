import { lazy, Suspense, useRef, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { useLooking } from '@/paying/useLooking';
import { lookAtShare, type PayersShare, payShare, readShare } from './calls';
import { Company, Part } from './Details';
import { FormError, TextField } from './fields';
import { Foot, LinkPage } from './LinkPage';
import { bulbButton } from './looks';
import { StateHead } from './StateHead';

/** Loaded only if the person pays: the card form and the provider's library. */
const PayForm = lazy(() => import('./PayForm').then(({ PayForm }) => ({ default: PayForm })));

/**
 * Page of a share of a booking's price, for the person who pays it: the sign, the delivery day and the card
 * form.
 */
export function SharePage({ token, returned = null }: { token: string; returned?: string | null }) {
  return (
    <LinkPage
      token={token}
      read={readShare}
      title="Your Share"
      missing="This link is not available"
      failed="We couldn’t load your share"
    >
      {(share, onChanged) => <Ready token={token} share={share} returned={returned} onChanged={onChanged} />}
    </LinkPage>
  );
}

interface ReadyProps {
  token: string;
  share: PayersShare;
  returned: string | null;
  onChanged: (share: PayersShare) => void;
}

/** Title and sentence for the share's state. */
function stateOf({ state, name, amount, currency, customerName, company }: PayersShare) {
  const money = formatMoney(amount, currency);
  switch (state) {
    case 'paid':
      return { title: `Thank you, ${name}!`, text: `${money} has been paid.` };
    case 'processing':
      return { title: `Thank you, ${name}!`, text: `${money} is being processed by your bank.` };
    case 'closed':
      return {
        title: 'Nothing to pay',
        text: `Please ask ${customerName} or ${company.name} if you have questions.`,
      };
    default:
      return {
        title: `${name}, your share is ${money}`,
        text: `${customerName} asked you to pay your share by card.`,
      };
  }
}

function Ready({ token, share, returned, onChanged }: ReadyProps) {
  const format = useFormat();
  const { company, state, amount, currency } = share;
  const { title, text } = stateOf(share);
  return (
    <>
      <main className="flex-1">
        <StateHead
          of={share}
          title={title}
          text={text}
          lit={state !== 'closed'}
          note={`For ${dayInWords(format, share.deliveryDay, 'long')}`}
          state={state}
        />
        <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-6 sm:px-6 lg:py-10">
          {state === 'open' ? (
            <Part title="Pay your share">
              <Paying
                token={token}
                amount={amount}
                currency={currency}
                returned={returned}
                onChanged={onChanged}
              />
            </Part>
          ) : null}
          <Company company={company} />
        </div>
      </main>
      <Foot company={company} />
    </>
  );
}

interface PayingProps extends Pick<PayersShare, 'amount' | 'currency'> {
  token: string;
  returned: string | null;
  onChanged: (share: PayersShare) => void;
}

function Paying({ token, amount, currency, returned, onChanged }: PayingProps) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [failed, setFailed] = useState<string | null>(null);
  const changed = useRef(onChanged);
  changed.current = onChanged;
  const [looking, lookNow] = useLooking(returned, {
    look: (intent) => lookAtShare(token, intent),
    settle: (now, mayWait) => {
      const isOpen = now.state === 'open';
      if (isOpen && mayWait) return false;
      if (isOpen) setFailed('This payment was not completed, and nothing was charged.');
      onChanged(now);
      return true;
    },
    fail: setFailed,
  });
  return (
    <div className="mt-3 grid gap-4">
      <FormError message={failed} />
      {looking ? (
        <p role="status" aria-busy="true">
          Checking your payment…
        </p>
      ) : open ? (
        <Suspense fallback={<p role="status">Loading the card form…</p>}>
          <PayForm
            what="Your share"
            amount={amount}
            currency={currency}
            onOpen={() => payShare(token, amount, email.trim() || null)}
            onPaid={() => {
              setOpen(false);
              lookNow();
            }}
            onStale={(text) => {
              setOpen(false);
              setFailed(text);
              void readShare(token).then(changed.current, () => undefined);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            setFailed(null);
            const fits = event.currentTarget.checkValidity();
            setFault(fits ? undefined : 'Enter an email address, for example name@example.com');
            setOpen(fits);
          }}
        >
          <TextField
            id="receipt-email"
            label="Your Email (Optional)"
            hint="We'll send your receipt to this address."
            type="email"
            autoComplete="email"
            maxLength={254}
            error={fault}
            value={email}
            onChange={(value) => {
              setEmail(value);
              setFault(undefined);
            }}
          />
          <button type="submit" className={bulbButton}>
            Pay {formatMoney(amount, currency)}
          </button>
        </form>
      )}
    </div>
  );
}
