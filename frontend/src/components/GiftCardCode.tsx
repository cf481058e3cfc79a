import type { NewGiftCard } from '@/api/gift-cards';
import { useSignedInUser } from '@/api/user';
import { useCopy } from '@/components/copy';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';

/** Dialog with the code of a new gift card or credit, which is shown only once. */
export function GiftCardCode({ card, onClose }: { card: NewGiftCard; onClose: () => void }) {
  const format = useFormat();
  const { copied, copy } = useCopy({ title: 'Code copied', description: card.code });
  const amount = formatMoney(card.amount, useSignedInUser().currency ?? 'USD');
  return (
    <Dialog
      title={card.kind === 'credit' ? `Credit of ${amount}` : `Gift card of ${amount}`}
      description="Give this code to the customer now. You won’t see it again."
      onClose={onClose}
    >
      <DialogBody className="grid gap-4">
        <p className="tabular select-all rounded-lg bg-sunken px-4 py-3 text-center font-semibold text-lg tracking-wide">
          {card.code}
        </p>
        <p className="text-soft text-sm">
          Customers can use the code for all or part of a booking, online or when you record a payment.
          {card.expiresOn === null ? '' : ` The code is valid through ${formatDay(format, card.expiresOn)}.`}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button kind="secondary" onClick={() => copy(card.code)}>
          {copied ? 'Copied' : 'Copy Code'}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
