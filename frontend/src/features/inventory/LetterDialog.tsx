import { zodResolver } from '@hookform/resolvers/zod';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRemoveInventory, useSaveInventory } from '@/api/inventory';
import type { PriceList } from '@/api/price-list';
import { useCan } from '@/api/rights';
import { useSite } from '@/api/site';
import type { InventoryItem } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { Outages } from '@/components/booking/Outages';
import { useOpenRepair } from '@/components/booking/open-repair';
import { ConfirmButton } from '@/components/ConfirmChange';
import { useFormMutation } from '@/components/useServerForm';
import { type Format, useFormat } from '@/lib/format';
import { measuresOf } from '@/lib/measures';
import { formatMoney } from '@/lib/money';
import { counted, sizeName } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { FormDialog } from '@/ui/FormDialog';
import { CountField, PriceField, SelectField, TextField } from '@/ui/FormField';
import { Options } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { toast } from '@/ui/toast-store';
import { LetterFacts } from './LetterFacts';
import { factFields, factNames, type LetterForm, type LetterInput, letterSchema } from './schema';
import {
  chargedFor,
  finishLabel,
  type ListedSize,
  listPriceOf,
  pricedBySize,
  sizeLabel,
  sizesAmong,
} from './stock';

export interface LetterDialogProps {
  /** The letter to edit, or null for a new one. */
  item: InventoryItem | null;
  /** The initial size of a new letter. */
  size: string;
  /** The sizes of the price list. */
  sizes: readonly ListedSize[];
  /** The business's prices; undefined if not loaded. */
  prices: PriceList | undefined;
  currency: string;
  /** All letters in stock. */
  owned: readonly InventoryItem[];
  /** The current day in the business's time zone, "2027-06-01". */
  today: string;
  onClose: () => void;
}

/** Dialog that adds a letter, or edits its quantity and price. Mounted while open. */
export function LetterDialog({
  item,
  size,
  sizes,
  prices,
  currency,
  owned,
  today,
  onClose,
}: LetterDialogProps) {
  const format = useFormat();
  const isNew = item === null;
  const money = useCan('seeMoney');
  const measures = measuresOf(useSignedInUser());
  const finishes = prices?.finishes ?? [];
  const usualFinish = finishes[0]?.code ?? 'standard';
  const form = useForm<LetterForm, unknown, LetterInput>({
    resolver: zodResolver(letterSchema(measures)),
    defaultValues:
      item === null
        ? {
            letter: '',
            size,
            finish: usualFinish,
            quantity: 0,
            ...withPrice(listPriceOf(prices, size)),
            ...factFields(null, measures),
          }
        : {
            letter: item.letter,
            size: item.size,
            finish: item.finish,
            quantity: item.quantity,
            pricePerDay: chargedFor(item, prices),
            ...factFields(item, measures),
          },
  });
  const { dirtyFields, isDirty } = form.formState;
  const save = useFormMutation({
    form,
    save: useSaveInventory(),
    failed: isNew ? 'Failed to add inventory' : 'Failed to update inventory',
  });
  const { begun, sending, repair, saveWith } = useOpenRepair();
  const letter = form.watch('letter');
  const quantity = form.watch('quantity');
  const chosenSize = form.watch('size');
  const typedPrice = form.watch('pricePerDay');
  const [forAll, setForAll] = useState(true);
  const listPrice = listPriceOf(prices, chosenSize);
  const bySize = pricedBySize(prices) && listPrice !== undefined;
  const otherPrice = bySize && typedPrice >= 1 && typedPrice !== listPrice;

  /** The request body. Attributes are only sent if edited, and the finish only if there is a choice. */
  const sentOf = ({
    letter: typed,
    size: chosen,
    finish,
    quantity: count,
    pricePerDay,
    ...facts
  }: LetterInput) => ({
    letter: typed,
    size: chosen,
    quantity: count,
    pricePerDay,
    ...(isNew && finishes.length > 1 ? { finish } : {}),
    ...Object.fromEntries(factNames.filter((name) => dirtyFields[name]).map((name) => [name, facts[name]])),
  });
  const submitThen = (next: 'close' | 'another') =>
    form.handleSubmit((input) => {
      const setListPrice = otherPrice && forAll;
      // Keep the letter's own price unless the user edited the price of its size.
      const ownPrice =
        item !== null && 'pricePerDay' in item && dirtyFields.pricePerDay !== true
          ? withPrice(item.pricePerDay)
          : {};
      save.send(
        {
          id: item?.id ?? null,
          input: { ...sentOf(input), ...ownPrice, ...(setListPrice ? { setListPrice } : {}) },
        },
        (saved) => {
          toast({
            title: isNew ? 'Inventory added' : 'Inventory updated',
            description: [
              `${saved.letter} (${sizeName(format, saved.size)}): ${saved.quantity} in stock`,
              ...(setListPrice
                ? [`${sizeName(format, saved.size)} letters: ${formatMoney(input.pricePerDay, currency)}`]
                : []),
            ].join('. '),
          });
          if (next === 'close') {
            onClose();
          } else {
            form.reset({ ...form.getValues(), ...factFields(null, measures), letter: '' });
            form.setFocus('letter');
          }
        },
      );
    });

  // The installation's suggested price only applies to sizes without a price in the business's list.
  const suggested = useSite().data?.letterPrice ?? undefined;
  const startsWith = listPrice ?? suggested;
  useEffect(() => {
    if (isNew && startsWith !== undefined && !form.getFieldState('pricePerDay').isDirty) {
      form.resetField('pricePerDay', { defaultValue: startsWith });
    }
  }, [isNew, startsWith, form]);
  const choices = sizesAmong(item === null ? [] : [item], sizes);
  // Sizes and finishes may load after the dialog opens.
  const [firstSize = ''] = choices;
  useEffect(() => {
    if (!isNew) return;
    if (form.getValues('size') === '') form.resetField('size', { defaultValue: firstSize });
    if (!form.getFieldState('finish').isDirty) form.resetField('finish', { defaultValue: usualFinish });
  }, [isNew, firstSize, usualFinish, form]);

  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? 'Add New Letter' : `Edit Letter ${item.letter}`}
      description={
        isNew
          ? 'Add one entry for each letter and size you own.'
          : "You can't change the letter or size because bookings refer to them."
      }
      onSubmit={() => saveWith(submitThen('close'))}
      submitLabel={isNew ? 'Add Letter' : 'Save Changes'}
      pendingLabel="Saving..."
      error={save.failure}
      pending={save.pending || sending}
      unsaved={isDirty || begun}
      aside={
        isNew ? (
          <Button kind="quiet" disabled={save.pending} onClick={submitThen('another')}>
            Add Another
          </Button>
        ) : (
          <RemoveLetter item={item} onRemoved={onClose} />
        )
      }
    >
      <div className="grid gap-5">
        <div className="night-ground grid h-32 place-items-center rounded-lg" aria-hidden="true">
          <MarqueeSign
            message={letter || '?'}
            height={76}
            maxWidth={220}
            surface="night"
            state={letter !== '' && quantity > 0 ? 'lit' : 'unlit'}
            align="center"
          />
        </div>
        <div className="grid grid-cols-2 gap-x-4 gap-y-5">
          <TextField
            form={form}
            name="letter"
            label="Letter"
            required
            disabled={!isNew}
            autoComplete="off"
            autoCapitalize="characters"
            className="font-semibold uppercase"
          />
          <SelectField form={form} name="size" label="Size" required disabled={!isNew}>
            <Options of={choices.map((option) => [option, sizeLabel(sizes, option)])} />
          </SelectField>
          {finishes.length > 1 || (item !== null && item.finish !== usualFinish) ? (
            <SelectField
              form={form}
              name="finish"
              label="Finish"
              fieldClassName="col-span-2"
              disabled={!isNew}
            >
              <Options of={finishes.map(({ code, label }) => [code, label])} />
              {item === null || finishes.some(({ code }) => code === item.finish) ? null : (
                <option value={item.finish}>{finishLabel(prices, item.finish)}</option>
              )}
            </SelectField>
          ) : null}
          <CountField form={form} name="quantity" label="Quantity" required />
          <PriceField
            form={form}
            name="pricePerDay"
            label="Price Per Day"
            hint={bySize && !otherPrice ? `Price of every ${sizeName(format, chosenSize)} letter` : undefined}
            required
            min={1}
          />
        </div>
        {otherPrice ? (
          <SwitchField
            label={`Charge ${formatMoney(typedPrice, currency)} for every ${sizeName(format, chosenSize)} letter`}
            hint={
              forAll
                ? `Updates your price list, which is ${formatMoney(listPrice, currency)} now${alsoFor(format, owned, chosenSize, item)}.`
                : `This price won't be used. Your price list charges ${formatMoney(listPrice, currency)} for every ${sizeName(format, chosenSize)} letter. To price letters individually, go to Settings > Pricing.`
            }
            checked={forAll}
            onChange={setForAll}
          />
        ) : null}
        <LetterFacts form={form} item={item} money={money} />
        {isNew ? null : (
          <Outages
            pieces={{
              of: 'inventory',
              id: item.id,
              name: `${item.letter} (${sizeName(format, item.size)})`,
              owned: item.quantity,
              piece: {
                letter: item.letter,
                size: item.size,
                finish: item.finish,
                itemId: null,
                name: item.letter,
              },
            }}
            today={today}
            repair={repair}
          />
        )}
      </div>
    </FormDialog>
  );
}

function withPrice(pricePerDay: number | undefined): { pricePerDay?: number } {
  return pricePerDay === undefined ? {} : { pricePerDay };
}

/** The other letters affected by a new price of the size: ", also for your other 36 4ft letters". */
function alsoFor(
  format: Format,
  owned: readonly InventoryItem[],
  size: string,
  item: InventoryItem | null,
): string {
  const others = owned.filter((one) => one.size === size && one.id !== item?.id).length;
  return others === 0
    ? ''
    : `. Also applies to your other ${counted(others, `${sizeName(format, size)} letter`)}`;
}

function RemoveLetter({ item, onRemoved }: { item: InventoryItem; onRemoved: () => void }) {
  const format = useFormat();
  return (
    <ConfirmButton
      button={(ask) => (
        <Button kind="quiet" className="text-danger" onClick={ask}>
          <Trash2 aria-hidden="true" />
          Remove
        </Button>
      )}
      change={useRemoveInventory()}
      input={item.id}
      title={`Remove ${item.letter} (${sizeName(format, item.size)})?`}
      description="All pieces of this letter are removed from your stock. You can't remove letters that upcoming bookings need."
      confirmLabel="Remove Letter"
      pendingLabel="Removing..."
      failed="Failed to remove inventory"
      onDone={() => {
        toast({
          title: 'Inventory removed',
          description: `${item.letter} (${sizeName(format, item.size)}) is no longer in your stock.`,
        });
        onRemoved();
      }}
    />
  );
}
