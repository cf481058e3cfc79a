import { useState } from 'react';
import { useBookingRules, useSaveBookingRules } from '@/api/booking-rules';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { copyLink } from '@/components/copy';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { OnlineSaleDialog, type Shop } from './OnlineSaleDialog';

/** Card with the link to the business's gift card page, and its settings. */
export function OnlineSale() {
  const changes = useCan('changeSettings');
  const { publicKey, currency } = useSignedInUser();
  const { data: rules } = useBookingRules();
  const save = useSaveBookingRules();
  const [editing, setEditing] = useState(false);
  const shop = rules?.giftCardShop;
  if (shop == null || !changes) return null;
  const link = `${window.location.origin}/gift/${publicKey ?? ''}`;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-4">
      <div className="min-w-0">
        <h2 className="font-semibold">Sell gift cards online</h2>
        {shop.isOpen ? (
          <p className="wrap-anywhere text-soft text-sm">
            {offer(shop, currency ?? 'USD')} Your page:{' '}
            <a href={link} target="_blank" rel="noopener noreferrer" className="text-link underline">
              {link}
            </a>
          </p>
        ) : (
          <p className="text-soft text-sm">
            Customers can buy gift cards by card on a page of your own, and we email the code. You need to
            accept card payments.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {shop.isOpen ? (
          <Button kind="secondary" size="sm" onClick={() => void copyLink(link)}>
            Copy Link
          </Button>
        ) : null}
        <Button kind="secondary" size="sm" onClick={() => setEditing(true)}>
          {shop.isOpen ? 'Settings' : 'Set Up'}
        </Button>
      </div>
      {editing ? <OnlineSaleDialog shop={shop} save={save} onClose={() => setEditing(false)} /> : null}
    </Card>
  );
}

/** The amounts on offer as a sentence. */
function offer({ amounts, ownAmount, least, most }: Shop, currency: string): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const parts = [
    ...amounts.map(money),
    ...(ownAmount ? [`another amount from ${money(least)} to ${money(most)}`] : []),
  ];
  return `Customers can choose ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(parts)}.`;
}
