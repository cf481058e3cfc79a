import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type PriceList, usePriceList, useSavePriceList } from '@/api/price-list';
import { useSite } from '@/api/site';
import type { User } from '@/api/types';
import { AmountField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { Loaded } from '@/components/Loaded';
import { SaveBar } from '@/components/SaveBar';
import { useSavedForm } from '@/components/useSavedForm';
import { measuresOf } from '@/lib/measures';
import { currencySign } from '@/lib/typed-amount';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { DeliveryZones } from './DeliveryZones';
import { ExemptCustomers } from './ExemptCustomers';
import { PriceExample } from './PriceExample';
import { changeOf, formOf, type PriceListForm, priceListSchema } from './price-list-form';
import { FixedRates, OpenRates } from './Rates';
import { SalesTax } from './SalesTax';
import { FinishRows, SizeRows } from './SizeRows';

/** What the business charges (rule P2), with an example priced by what is saved. */
export function PricingTab({ user }: { user: User }) {
  return (
    <Loaded read={usePriceList()} what="Your prices">
      {(list) => <PriceForm list={list} user={user} />}
    </Loaded>
  );
}

type AmountName = Exclude<
  keyof PriceListForm,
  'sizes' | 'finishes' | 'colors' | 'addOns' | 'difficulties' | 'letterPrice' | 'charge'
>;

function PriceForm({ list, user }: { list: PriceList; user: User }) {
  const measures = measuresOf(user);
  const shown = (saved: PriceList) => formOf(saved, measures);
  const { form, submit, failure, discard, dirty, pending } = useSavedForm({
    saved: list,
    formOf: shown,
    resolver: zodResolver(priceListSchema(measures)),
    changeOf: (input, saved) => changeOf(input, shown(saved), measures),
    save: useSavePriceList(),
    done: { title: 'Prices saved', description: 'New quotes and bookings are priced by them.' },
  });
  const { errors } = form.formState;
  const charge = useWatch({ control: form.control, name: 'charge' });
  const surcharge = useWatch({ control: form.control, name: 'venueSurchargePercent' });
  const usual = useSite().data?.surchargePercent;
  const sign = currencySign(user.currency ?? 'USD');

  // A size or finish in use: the bookings that need it are listed where it was taken out.
  const refused = (['sizes', 'finishes'] as const).find((name) => errors[name]?.type === 'server');
  const atList = failure !== null && failure.details.length > 0 ? refused : undefined;
  const blocked = (name: 'sizes' | 'finishes') =>
    name === atList ? <FailureAlert failure={failure} /> : undefined;

  const amount = (name: AmountName, label: string, hint: ReactNode) => {
    const unit = name.endsWith('Percent')
      ? { after: '%', ...(name === 'salesTaxPercent' ? { step: '0.0001' } : {}) }
      : { before: sign };
    return <AmountField form={form} name={name} label={label} hint={hint} {...unit} />;
  };

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-6">
        <form onSubmit={submit} noValidate className="grid min-w-0 gap-6">
          <Group title="Letters" description="What a letter costs, by its size.">
            <SizeRows
              form={form}
              blocked={blocked('sizes')}
              sign={sign}
              measures={measures}
              unit={charge === 'day' ? 'a day' : 'an event'}
            />
            <FinishRows form={form} blocked={blocked('finishes')} />
            <FormChoice
              form={form}
              name="charge"
              legend="A letter is charged"
              options={{
                day: ['Per day', 'The letters are multiplied by the days of the rental.'],
                event: [
                  'Per event',
                  'The letters cost the same however long they stay. Add-ons stay per day.',
                ],
              }}
            />
            <FormChoice
              form={form}
              name="letterPrice"
              legend="The price comes from"
              options={{
                flat: ['The size', 'Every letter of a size costs the same.'],
                inventory: [
                  'The inventory',
                  'Each letter costs its own price per day; one that is not in stock costs the price of its size.',
                ],
              }}
            />
          </Group>

          <Group title="Options" description="What customers choose on the booking form.">
            <OpenRates
              form={form}
              name="colors"
              legend="Colors"
              hint="Charged once for each letter. The first stands for the letters as they are. The swatch shows customers how a color looks."
              noun="color"
              addLabel="Add Color"
              sign={sign}
              unit="a letter"
              kept="standard"
            />
            <OpenRates
              form={form}
              name="addOns"
              legend="Add-ons"
              hint="Charged for each day of the rental."
              noun="add-on"
              addLabel="Add Add-on"
              sign={sign}
              unit="a day"
            />
          </Group>

          <Group
            title="Venues and Delivery"
            description="Charged once a booking, on top of a venue's own surcharge."
          >
            <FixedRates form={form} name="difficulties" sign={sign} unit="a venue" />
            <Pair>
              {amount(
                'venueSurchargePercent',
                'Surcharge Percentage',
                <>
                  A share of the letters’ price, added wherever a venue is chosen.{' '}
                  {surcharge === 0 && usual !== undefined && usual > 0 ? (
                    <button
                      type="button"
                      className="cursor-pointer rounded-sm font-medium text-link hover:underline"
                      onClick={() => form.setValue('venueSurchargePercent', usual, { shouldDirty: true })}
                    >
                      Use {usual}%
                    </button>
                  ) : null}
                </>,
              )}
              {amount(
                'deliveryFee',
                'Delivery Fee',
                'Added to every booking. A delivery zone below takes its place.',
              )}
            </Pair>
          </Group>

          <Group title="Order" description="What applies to the booking as a whole.">
            <Pair>
              {amount(
                'minimumOrder',
                'Minimum Order',
                'A smaller order is raised to this, before delivery and tax.',
              )}
              {amount('salesTaxPercent', 'Sales Tax', 'One rate everywhere. Places below take its place.')}
            </Pair>
          </Group>

          <Group
            title="Deposit"
            description="Paid in advance, as a part of the total. Where several apply, the highest counts."
          >
            <Pair>
              {amount('depositPercent', 'Share of the Total', 'For every booking. 0 for none.')}
              {amount('depositFlat', 'Fixed Amount', 'For every booking, instead of a share.')}
              {amount(
                'unverifiedVenueDeposit',
                'At an Unverified Venue',
                'Only where the chosen venue is not verified.',
              )}
            </Pair>
          </Group>

          {atList === undefined ? <FailureAlert failure={failure} /> : null}
          <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
        </form>
        <DeliveryZones currency={user.currency ?? 'USD'} />
        <SalesTax />
        <ExemptCustomers user={user} />
      </div>
      <PriceExample sizes={list.sizes} user={user} dirty={dirty} />
    </div>
  );
}

function Group({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody className="grid gap-7">{children}</CardBody>
    </Card>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>;
}
