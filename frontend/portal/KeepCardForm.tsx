import { useState } from 'react';
import { confirmSetup } from '@/paying/confirm-setup';
import { keepCard } from './booking-calls';
import { CardForm } from './CardForm';

interface Props {
  token: string;
  /** The mandate as on the page; the form shows the one that the server stores. */
  mandate: string;
  onKept: () => void;
  onStale: (text: string) => void;
  onClose: () => void;
}

const STALE = new Set(['not_payable', 'no_card_payments']);

/** Saves a card for later charges, which the customer agrees to in the mandate. */
export function KeepCardForm({ token, mandate, onKept, ...form }: Props) {
  const [agreed, setAgreed] = useState(mandate);
  return (
    <CardForm
      {...form}
      stale={STALE}
      opens="card"
      onOpen={async () => {
        const opened = await keepCard(token);
        setAgreed(opened.mandate);
        return opened;
      }}
      confirm={confirmSetup}
      label="Save Card"
      meanwhile="Saving…"
      note="Nothing is charged now. Your card is stored securely by Stripe. We do not store your card details."
      withoutTerms
      onDone={onKept}
    >
      <p className="break-words text-soft text-sm">{agreed}</p>
    </CardForm>
  );
}
