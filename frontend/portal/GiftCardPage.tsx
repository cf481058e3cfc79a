import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { dayInWords } from '@/booking-form/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { useLooking } from '@/paying/useLooking';
import { BuyGiftCard } from './BuyGiftCard';
import { Company, Part } from './Details';
import { FormError } from './fields';
import {
  type GiftCardForm,
  type GiftCardShop,
  lookAtPurchase,
  type Purchase,
  readShop,
} from './gift-card-calls';
import { Foot, LinkPage } from './LinkPage';
import { secondaryButton } from './looks';
import { NightHead } from './NightHead';

/** Loaded only once the customer pays: the card form and the provider's library. */
const PayForm = lazy(() => import('./PayForm').then(({ PayForm }) => ({ default: PayForm })));

const NOT_PAID = 'This payment was not completed, and nothing was charged.';

/** Page where customers buy a business's gift cards. `begun` is the purchase in the URL, after a return from the bank. */
export function GiftCardPage({ shopKey, begun }: { shopKey: string; begun: string | null }) {
  return (
    <LinkPage
      token={shopKey}
      read={readShop}
      title="Gift Cards"
      missing="Gift cards are not available here"
      failed="We couldn’t load this page"
    >
      {(shop) => (
        <>
          <main className="flex-1">
            <NightHead company={shop.company}>
              <div className="grid gap-2 pt-2">
                <h1 className="font-semibold text-3xl tracking-tight">Gift cards</h1>
                <p className="text-soft">
                  Give someone their name in lights. The code covers all or part of a booking.
                </p>
              </div>
            </NightHead>
            <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-6 sm:px-6 lg:py-10">
              <Buying shopKey={shopKey} shop={shop} begun={begun} />
              <Company company={shop.company} />
            </div>
          </main>
          <Foot company={shop.company} />
        </>
      )}
    </LinkPage>
  );
}

interface BuyingProps {
  shopKey: string;
  shop: GiftCardShop;
  begun: string | null;
}

/** The steps of a purchase: the order form, the card form, and the outcome. */
function Buying({ shopKey, shop, begun }: BuyingProps) {
  const purchase = useRef(begun);
  const [form, setForm] = useState<GiftCardForm | null>(null);
  const [bought, setBought] = useState<Purchase | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const section = useRef<HTMLDivElement>(null);
  // The pressed button is removed from the page, so move the focus to the next step.
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps trigger it.
  useEffect(() => {
    if (!isFirst.current) section.current?.focus();
    isFirst.current = false;
  }, [form, bought]);
  const address = (token: string | null) =>
    history.replaceState(null, '', `/gift/${shopKey}${token === null ? '' : `/${token}`}`);
  const close = (text: string | null) => {
    purchase.current = null;
    address(null);
    setForm(null);
    setFailed(text);
  };
  const [looking, lookNow] = useLooking(begun === null ? null : '', {
    look: () => lookAtPurchase(shopKey, purchase.current ?? ''),
    settle: (now, mayWait) => {
      if (now.state === 'unpaid') {
        if (mayWait) return false;
        close(NOT_PAID);
        return true;
      }
      setBought(now);
      return true;
    },
    fail: setFailed,
  });
  return (
    <div ref={section} tabIndex={-1} className="grid gap-5 outline-none">
      <FormError message={failed} />
      {looking ? (
        <p role="status" aria-busy="true">
          Checking your payment…
        </p>
      ) : bought !== null ? (
        <Bought
          purchase={bought}
          onAnother={() => {
            close(null);
            setBought(null);
          }}
        />
      ) : form === null ? null : (
        <Part title="Payment">
          <div className="mt-3">
            <Suspense fallback={<p role="status">Loading the card form…</p>}>
              <PayForm
                what="Gift card"
                amount={form.amount}
                currency={form.currency}
                onOpen={() => Promise.resolve(form)}
                onPaid={() => {
                  setForm(null);
                  lookNow();
                }}
                onStale={close}
                onClose={() => close(null)}
              />
            </Suspense>
          </div>
        </Part>
      )}
      {/* Hidden while paying, not removed, so that what was entered is kept. */}
      <div hidden={looking || bought !== null || form !== null}>
        <BuyGiftCard
          shopKey={shopKey}
          shop={shop}
          onOpened={(opened) => {
            purchase.current = opened.purchase;
            address(opened.purchase);
            setFailed(null);
            setForm(opened);
          }}
        />
      </div>
    </div>
  );
}

/** The outcome of a purchase. The code is only shown the first time. */
function Bought({ purchase, onAnother }: { purchase: Purchase; onAnother: () => void }) {
  const format = useFormat();
  const { state, code, to, sentTo, sendOn, expiresOn, ending } = purchase;
  const amount = formatMoney(purchase.amount, purchase.currency);
  if (state === 'processing') {
    return (
      <Part title="Your payment is being processed">
        <p className="mt-2">
          Your bank is still processing {amount}. We’ll email the gift card to {sentTo} once the payment goes
          through.
        </p>
      </Part>
    );
  }
  if (state === 'refunded') {
    return (
      <Part title="This gift card was refunded">
        <p className="mt-2">{amount} was refunded to your card. The code no longer works.</p>
        <Again onClick={onAnother} />
      </Part>
    );
  }
  const when = sendOn === null ? 'We’re emailing' : `On ${dayInWords(format, sendOn, 'long')}, we’ll email`;
  return (
    <Part title={`Thank you! A gift card of ${amount} for ${to}`}>
      <div className="mt-3 grid gap-3">
        {code === null ? (
          <p>The code ends in {ending}. It was shown after you paid, and is in the gift card email.</p>
        ) : (
          <>
            <p className="tabular select-all break-words rounded-lg bg-sunken px-4 py-3 text-center font-semibold text-lg tracking-wide">
              {code}
            </p>
            <p>Copy the code if you want to hand it over yourself. It won’t be shown again.</p>
          </>
        )}
        <p className="wrap-anywhere">
          {when} the gift card to {sentTo}.
          {expiresOn === null
            ? ' It doesn’t expire.'
            : ` It is valid through ${dayInWords(format, expiresOn, 'long')}.`}
        </p>
        <Again onClick={onAnother} />
      </div>
    </Part>
  );
}

function Again({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={`${secondaryButton} mt-2 w-full`} onClick={onClick}>
      Buy Another Gift Card
    </button>
  );
}
