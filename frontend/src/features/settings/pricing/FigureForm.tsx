import { zodResolver } from '@hookform/resolvers/zod';
import { type PriceList, usePriceList, useSavePriceList } from '@/api/price-list';
import type { User } from '@/api/types';
import { AmountField } from '@/components/Amount';
import { Loaded } from '@/components/Loaded';
import { SaveBar } from '@/components/SaveBar';
import { useSavedForm } from '@/components/useServerForm';
import { changed } from '@/lib/keys';
import { currencySign } from '@/lib/typed-amount';
import { FailureAlert } from '@/ui/FailureAlert';
import { figuresOf, figuresSchema } from './price-list-form';

interface FigureFormProps {
  name: 'deliveryFee' | 'salesTaxPercent';
  label: string;
  hint: string;
  user: User;
}

/** An amount or a percentage of the price list that applies everywhere, with a save button. */
export function FigureForm(props: FigureFormProps) {
  return (
    <Loaded read={usePriceList()} what="Your prices">
      {(list) => <Figure list={list} {...props} />}
    </Loaded>
  );
}

function Figure({ name, label, hint, user, list }: FigureFormProps & { list: PriceList }) {
  const { form, submit, failure, discard, dirty, pending } = useSavedForm({
    saved: list,
    formOf: figuresOf,
    resolver: zodResolver(figuresSchema),
    changeOf: (input, saved) => changed(input, figuresOf(saved)),
    save: useSavePriceList(),
    done: { title: 'Prices saved', description: 'New quotes and bookings use the new prices.' },
  });
  const unit =
    name === 'deliveryFee'
      ? { before: currencySign(user.currency ?? 'USD') }
      : { after: '%', step: '0.0001' };
  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      <AmountField form={form} name={name} label={label} hint={hint} className="sm:max-w-56" {...unit} />
      <FailureAlert failure={failure} />
      <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
    </form>
  );
}
