import { Gift } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '@/api/form-errors';
import {
  type GiftCard,
  type NewGiftCard,
  useGiftCardPages,
  useLiability,
  useVoidGiftCard,
} from '@/api/gift-cards';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { GiftCardCode } from '@/components/GiftCardCode';
import { LoadState } from '@/components/LoadState';
import { ListLoading, PagedCard } from '@/components/PagedCard';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { usePageTitle } from '@/lib/page-title';
import { counted } from '@/lib/words';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { toast } from '@/ui/toast-store';
import { OnlineSale } from './OnlineSale';
import { SellGiftCard } from './SellGiftCard';
import { Validity } from './Validity';

const loadFailed = 'Your gift cards could not be loaded';
const states: Record<GiftCard['state'], readonly [string, BadgeTone]> = {
  open: ['Open', 'green'],
  used: ['Used Up', 'neutral'],
  expired: ['Expired', 'yellow'],
  void: ['Void', 'red'],
  blocked: ['Blocked', 'red'],
};

/** Page with sold gift cards and credits from canceled bookings, and their balances. */
export function GiftCardsPage() {
  usePageTitle('Gift Cards');
  const sells = useCan('handleBookings');
  const [selling, setSelling] = useState(false);
  const [sold, setSold] = useState<NewGiftCard | null>(null);
  const sell = sells ? (
    <Button onClick={() => setSelling(true)}>
      <Gift aria-hidden="true" />
      Sell a Gift Card
    </Button>
  ) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title="Gift Cards"
        description="Gift cards you have sold, and credits from canceled bookings."
        action={sell}
      />
      <Owed />
      <Cards voids={sells} />
      <OnlineSale />
      <Validity />
      {selling ? (
        <SellGiftCard
          onSold={(card) => {
            setSelling(false);
            setSold(card);
          }}
          onClose={() => setSelling(false)}
        />
      ) : null}
      {sold === null ? null : <GiftCardCode card={sold} onClose={() => setSold(null)} />}
    </div>
  );
}

/** The cards, newest first, page by page. */
function Cards({ voids }: { voids: boolean }) {
  const pages = useGiftCardPages();
  const cards = pages.data?.pages.flatMap(({ items }) => items);
  if (cards === undefined) {
    return (
      <LoadState of={pages} failed={loadFailed}>
        <ListLoading what="gift cards" />
      </LoadState>
    );
  }
  if (cards.length === 0) {
    return (
      <Card>
        <EmptyState
          title="No gift cards yet"
          description="Customers enter the code to pay all or part of a booking. Any remaining balance stays on the card."
        />
      </Card>
    );
  }
  return (
    <PagedCard
      pages={pages}
      summary={`${pages.hasNextPage ? 'The newest ' : ''}${counted(cards.length, 'gift card')}`}
      failed={loadFailed}
    >
      <ul aria-label="Gift cards">
        {cards.map((card) => (
          <Row key={card.id} card={card} voids={voids} />
        ))}
      </ul>
    </PagedCard>
  );
}

/** The total balance of all cards, which the business owes its customers. */
function Owed() {
  const owed = useLiability().data;
  if (owed === undefined || owed.total === 0) return null;
  const money = (amount: number) => formatMoney(amount, owed.currency);
  const parts = [
    owed.giftCards.count > 0 && `${money(owed.giftCards.balance)} on gift cards`,
    owed.credits.count > 0 && `${money(owed.credits.balance)} in credits`,
    owed.expired.count > 0 && `${money(owed.expired.balance)} on expired cards`,
  ].filter((part) => part !== false);
  return (
    <p className="text-soft">
      You owe your customers <strong className="text-ink">{money(owed.total)}</strong>: {parts.join(', ')}.
    </p>
  );
}

function Row({ card, voids }: { card: GiftCard; voids: boolean }) {
  const format = useFormat();
  const currency = useSignedInUser().currency ?? 'USD';
  const [voiding, setVoiding] = useState(false);
  const money = (amount: number) => formatMoney(amount, currency);
  const [word, tone] = states[card.state];
  const facts = [
    card.kind === 'credit'
      ? 'Credit from a canceled booking'
      : `Sold ${formatDay(format, card.soldOn ?? card.createdAt)}`,
    card.online === null
      ? card.methodName
      : `Bought online by ${card.online.buyer} (${card.online.buyerEmail})`,
    card.online !== null && card.online.sentTo !== card.online.buyerEmail
      ? `Emailed to ${card.online.sentTo}${card.online.sendOn === null ? '' : ` on ${formatDay(format, card.online.sendOn)}`}`
      : null,
    card.online !== null && card.online.refund > 0 ? `${money(card.online.refund)} refunded` : null,
    card.online?.problem ?? null,
    card.expiresOn === null ? 'Doesn’t expire' : `Valid through ${formatDay(format, card.expiresOn)}`,
  ].filter((fact) => fact !== null);
  const canVoid = voids && card.kind === 'sold' && card.state === 'open' && card.balance === card.amount;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-medium">
          <span className="tabular">···· {card.ending}</span>
          {card.to}
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="wrap-anywhere text-faint text-sm">{facts.join(' · ')}</p>
      </div>
      <div className="flex items-center gap-3">
        <p className="tabular text-right">
          <span className="font-medium">{money(card.balance)}</span>
          <span className="text-faint"> of {money(card.amount)}</span>
        </p>
        {canVoid ? (
          <Button kind="quiet" size="sm" onClick={() => setVoiding(true)}>
            {card.online === null ? 'Void' : 'Refund'}
          </Button>
        ) : null}
      </div>
      {voiding ? (
        <VoidDialog card={card} amount={money(card.amount)} onClose={() => setVoiding(false)} />
      ) : null}
    </li>
  );
}

function VoidDialog({ card, amount, onClose }: { card: GiftCard; amount: string; onClose: () => void }) {
  const format = useFormat();
  const voiding = useVoidGiftCard(card.id);
  const words =
    card.online === null
      ? {
          title: `Void this ${amount} gift card?`,
          description:
            'The code will stop working, and the sale will be removed from your books. You can’t undo this.',
          confirmLabel: 'Void Gift Card',
          pendingLabel: 'Voiding...',
        }
      : {
          title: `Refund this ${amount} gift card?`,
          description: `The code will stop working, and ${card.online.buyer} will get ${amount} back on the card they paid with. You can’t undo this.`,
          confirmLabel: 'Refund Gift Card',
          pendingLabel: 'Refunding...',
        };
  return (
    <ConfirmDialog
      {...words}
      pending={voiding.isPending}
      error={voiding.error === null ? null : failureOf(format, voiding.error)}
      onConfirm={() =>
        voiding.mutate(undefined, {
          onSuccess: () => {
            toast({ title: card.online === null ? 'Gift card voided' : 'Gift card refunded' });
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
