import { zodResolver } from '@hookform/resolvers/zod';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '@/api/errors';
import { failureOf, showServerErrors } from '@/api/form-errors';
import { useRemoveInventory, useSaveInventory } from '@/api/inventory';
import { useSite } from '@/api/site';
import type { InventoryItem } from '@/api/types';
import type { Failure } from '@/lib/failure';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input, Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { Outages } from './Outages';
import { type LetterForm, type LetterInput, letterSchema } from './schema';
import { sizes } from './stock';

export interface LetterDialogProps {
  /** The letter to edit, or null for a new one. */
  item: InventoryItem | null;
  /** The size with which a new letter starts. */
  size?: string;
  /** The list price of each size, with which a new letter starts; empty while it is not known. */
  listPrices: ReadonlyMap<string, number>;
  /** The operator's day, "2027-06-01". */
  today: string;
  onClose: () => void;
}

/** Adds a letter to the stock, or changes how many there are and what one costs. Mounted while it is open. */
export function LetterDialog({ item, size = '4ft', listPrices, today, onClose }: LetterDialogProps) {
  const isNew = item === null;
  const save = useSaveInventory();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<LetterForm, unknown, LetterInput>({
    resolver: zodResolver(letterSchema),
    defaultValues: item ?? { letter: '', size, quantity: 0, ...listPrice(listPrices, size) },
  });
  const { errors, dirtyFields, isDirty } = form.formState;
  const [repairBegun, setRepairBegun] = useState(false);
  const letter = form.watch('letter');
  const quantity = form.watch('quantity');

  const submitThen = (next: 'close' | 'another') =>
    form.handleSubmit((input) => {
      setFailure(null);
      save.mutate(
        { id: item?.id ?? null, input },
        {
          onSuccess: (saved) => {
            toast({
              title: isNew ? 'Inventory added' : 'Inventory updated',
              description: `${saved.letter} (${saved.size}): ${saved.quantity} in stock`,
            });
            if (next === 'close') {
              onClose();
            } else {
              form.reset({ ...input, letter: '' });
              form.setFocus('letter');
            }
          },
          onError: (error) => {
            setFailure(showServerErrors(form, error));
            toast({
              title: isNew ? 'Failed to add inventory' : 'Failed to update inventory',
              description: sentenceOf(error),
              destructive: true,
            });
          },
        },
      );
    });

  // A price that the installation's administrator suggests for new letters goes before the list's.
  const suggested = useSite().data?.letterPrice ?? null;
  const untouched = isNew && dirtyFields.pricePerDay !== true;
  useEffect(() => {
    if (untouched && suggested !== null) {
      form.resetField('pricePerDay', { defaultValue: suggested });
    }
  }, [untouched, suggested, form]);

  const followPriceOfSize = (chosen: string) => {
    const { pricePerDay } = listPrice(listPrices, chosen);
    if (untouched && suggested === null && pricePerDay !== undefined) {
      form.setValue('pricePerDay', pricePerDay);
    }
  };
  const choices = new Set([...sizes, ...listPrices.keys(), ...(item === null ? [] : [item.size])]);

  return (
    <FormDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={isNew ? 'Add New Letter' : `Edit Letter ${item.letter}`}
      description={
        isNew
          ? 'One entry for each letter and size that you own.'
          : 'Letter and size stay as they are: bookings refer to them.'
      }
      onSubmit={submitThen('close')}
      submitLabel={isNew ? 'Add Letter' : 'Save Changes'}
      pendingLabel="Saving..."
      error={failure}
      pending={save.isPending}
      unsaved={isDirty || repairBegun}
      aside={
        isNew ? (
          <Button kind="quiet" disabled={save.isPending} onClick={submitThen('another')}>
            Add and Next
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
          <Field label="Letter" error={errors.letter?.message} required>
            <Input
              disabled={!isNew}
              autoComplete="off"
              autoCapitalize="characters"
              className="font-semibold uppercase"
              {...form.register('letter')}
            />
          </Field>
          <Field label="Size" error={errors.size?.message} required>
            <Select
              disabled={!isNew}
              {...form.register('size', { onChange: (event) => followPriceOfSize(event.target.value) })}
            >
              {[...choices].map((option) => (
                <option key={option}>{option}</option>
              ))}
            </Select>
          </Field>
          <Field label="Quantity" error={errors.quantity?.message} required>
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              className="tabular"
              {...form.register('quantity', { valueAsNumber: true })}
            />
          </Field>
          <Field label="Price Per Day" error={errors.pricePerDay?.message} required>
            <Input
              type="number"
              inputMode="decimal"
              min={1}
              step="0.01"
              className="tabular"
              {...form.register('pricePerDay', { valueAsNumber: true })}
            />
          </Field>
        </div>
        {isNew ? null : <Outages item={item} today={today} onDraft={setRepairBegun} />}
      </div>
    </FormDialog>
  );
}

function listPrice(prices: ReadonlyMap<string, number>, size: string): { pricePerDay?: number } {
  const pricePerDay = prices.get(size);
  return pricePerDay === undefined ? {} : { pricePerDay };
}

function RemoveLetter({ item, onRemoved }: { item: InventoryItem; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveInventory();
  const confirm = () =>
    remove.mutate(item.id, {
      onSuccess: () => {
        toast({
          title: 'Inventory removed',
          description: `${item.letter} (${item.size}) is no longer in your stock.`,
        });
        onRemoved();
      },
      onError: (error) =>
        toast({ title: 'Failed to remove inventory', description: sentenceOf(error), destructive: true }),
    });
  return (
    <>
      <Button kind="quiet" className="text-danger" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${item.letter} (${item.size})?`}
        description="It leaves your stock with all of its pieces. Letters that coming bookings hold cannot be removed."
        confirmLabel="Remove Letter"
        pendingLabel="Removing..."
        onConfirm={confirm}
        error={remove.error === null ? null : failureOf(remove.error)}
        pending={remove.isPending}
      />
    </>
  );
}
