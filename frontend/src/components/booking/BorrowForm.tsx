import { useState } from 'react';
import { type ToBorrow, useBorrow, useUndoBorrowing } from '@/api/borrowed';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import { DayField } from '@/components/DayField';
import { dayIn } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { amountOf } from '@/lib/typed-amount';
import { finishBesideOthers, sizeName } from '@/lib/words';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { CountInput, Input, PriceInput } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** Records pieces that another business lends for a booking. */
export function BorrowForm({
  bookingId,
  proposal,
  onClose,
}: {
  bookingId: number;
  /** All missing pieces, with the days on which they are needed. */
  proposal: ToBorrow;
  onClose: () => void;
}) {
  const format = useFormat();
  const today = dayIn(useSignedInUser().timeZone ?? 'UTC', new Date());
  const seesMoney = useCan('seeMoney');
  const borrow = useBorrow(bookingId);
  const undo = useUndoBorrowing(bookingId);
  const [lender, setLender] = useState('');
  const [counts, setCounts] = useState(() => proposal.pieces.map(({ count }) => String(count)));
  const [firstDay, setFirstDay] = useState(typedFromIso(format, proposal.firstDay));
  const [lastDay, setLastDay] = useState(typedFromIso(format, proposal.lastDay));
  const [cost, setCost] = useState('');
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const [touched, setTouched] = useState(false);
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setTouched(true);
      setOwn({});
      borrow.reset();
    };
  const chosen = proposal.pieces
    .map((piece, index) => ({ piece, index, count: Number(counts[index]) }))
    .filter(({ count }) => count > 0);
  const refused = borrow.error instanceof ApiError ? borrow.error.fields : {};
  const faults: Readonly<Record<string, string>> = { ...refused, ...own };
  const takeBack = async (loanId: number) => {
    try {
      await undo.mutateAsync(loanId);
      toast({ title: 'Undone' });
    } catch (error) {
      toast({ title: "Couldn't undo", description: sentenceOf(error), destructive: true });
    }
  };
  const submit = async () => {
    const [first, last] = [isoFromTyped(format, firstDay), isoFromTyped(format, lastDay)];
    const paid = cost.trim() === '' ? null : amountOf(cost);
    const wrong = {
      ...(lender.trim() === '' && { lender: 'Enter the name of the business' }),
      ...(first === null && { firstDay: FAULTS.dateForm(format) }),
      ...(last === null && { lastDay: FAULTS.dateForm(format) }),
      ...(chosen.length === 0 && { pieces: 'Borrow at least one piece' }),
    };
    setOwn(wrong);
    if (Object.keys(wrong).length > 0 || first === null || last === null) return;
    const answer = await borrow
      .mutateAsync({
        lender,
        firstDay: first,
        lastDay: last,
        cost: paid,
        pieces: chosen.map(({ piece: { letter, size, finish, itemId }, count }) =>
          itemId === null ? { letter, size, finish, count } : { itemId, count },
        ),
      })
      // Shown in the form.
      .catch(() => null);
    if (answer === null) return;
    const loan = Math.max(...answer.booking.borrowed.map(({ id }) => id));
    toast({
      title: answer.risk === null ? 'Nothing is missing anymore' : 'Borrowed pieces recorded',
      description: `#${answer.booking.number} borrows from ${lender.trim()}.`,
      action: { label: 'Undo', onPress: () => void takeBack(loan) },
    });
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Record Borrowed Pieces"
      description="They cover the shortage on these days but aren't added to your stock."
      onSubmit={() => void submit()}
      submitLabel="Record"
      pendingLabel="Recording..."
      error={
        borrow.error === null || Object.keys(refused).length > 0 ? null : failureOf(format, borrow.error)
      }
      pending={borrow.isPending}
      unsaved={touched}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Borrowed From" error={faults.lender} className="sm:col-span-2" required>
          <Input
            value={lender}
            maxLength={120}
            placeholder="Neon Nights"
            onChange={(event) => changing(setLender)(event.target.value)}
          />
        </Field>
        {proposal.pieces.map((piece, index) => {
          const { letter, size, finish, name, itemId } = piece;
          const detail = [
            size === null ? null : sizeName(format, size),
            finish === null ? null : finishBesideOthers(format, finish),
          ].filter(Boolean);
          return (
            <Field
              key={itemId ?? `${letter} ${size} ${finish}`}
              label={name ?? `${letter} (${detail.join(', ')})`}
              hint={`${piece.count} missing`}
              error={
                faults[`pieces[${chosen.findIndex((row) => row.index === index)}].count`] ??
                (index === 0 ? faults.pieces : undefined)
              }
            >
              <CountInput
                value={counts[index]}
                onChange={(event) =>
                  changing(setCounts)(counts.map((count, at) => (at === index ? event.target.value : count)))
                }
              />
            </Field>
          );
        })}
        <DayField
          label="From"
          name="firstDay"
          value={firstDay}
          today={today}
          error={faults.firstDay}
          onChange={changing(setFirstDay)}
          required
        />
        <DayField
          label="Give Back On"
          name="lastDay"
          value={lastDay}
          today={today}
          first={isoFromTyped(format, firstDay)}
          other={isoFromTyped(format, firstDay)}
          error={faults.lastDay}
          onChange={changing(setLastDay)}
          required
        />
        {seesMoney ? (
          <Field label="Cost (Optional)" error={faults.cost}>
            <PriceInput value={cost} onChange={(event) => changing(setCost)(event.target.value)} />
          </Field>
        ) : null}
      </div>
    </FormDialog>
  );
}
