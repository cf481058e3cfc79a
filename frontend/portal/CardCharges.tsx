import { useEffect, useState } from 'react';
import type { components } from '@/api/schema';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingAddress } from '@/paying/calls';
import { cardCharges } from './booking-calls';

type Charge = components['schemas']['ChargeNoticeOut'];

interface Props {
  token: string;
  currency: string;
  /** The amount received. The charges are reloaded when it changes. */
  received: number;
}

/** Charges for damage and loss: when the card is charged, why, and the photos. */
export function CardCharges({ token, currency, received }: Props) {
  const format = useFormat();
  const [charges, setCharges] = useState<readonly Charge[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload after each payment.
  useEffect(() => {
    let isShown = true;
    // The rest of the page works without this list, so a failure only leaves it out.
    cardCharges(token).then(
      (read) => isShown && setCharges(read),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [token, received]);
  if (charges.length === 0) return null;
  return (
    <ul aria-label="Charges to your card" className="tabular grid gap-3">
      {charges.map(({ state, amount, reason, photos, at }) => (
        <li key={`${state}-${at}-${amount}`} className="grid gap-1 rounded-lg bg-raised px-4 py-3">
          <span className="flex justify-between gap-3 font-medium">
            <span className="min-w-0 break-words">{reason}</span>
            <span>{formatMoney(amount, currency)}</span>
          </span>
          <span className="text-soft text-sm">
            {state === 'announced'
              ? `We’ll charge your card on ${formatMoment(format, at)}. Until then, you can pay another way.`
              : `Charged on ${formatMoment(format, at)}`}
          </span>
          {photos.length === 0 ? null : (
            <span className="flex flex-wrap gap-2">
              {photos.map((digest, index) => {
                const address = `${bookingAddress(token)}/photos/${digest}`;
                return (
                  <a key={digest} href={address} target="_blank" rel="noreferrer">
                    <img
                      src={address}
                      alt={`${index + 1} of ${photos.length}`}
                      className="size-20 rounded-md border border-line object-cover"
                    />
                  </a>
                );
              })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
