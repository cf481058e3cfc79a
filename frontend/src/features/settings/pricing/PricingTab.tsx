import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { type PriceList, usePriceList, useSavePriceList } from '@/api/price-list';
import { useSite } from '@/api/site';
import type { User } from '@/api/types';
import { AmountField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { Loaded } from '@/components/Loaded';
import { SaveBar } from '@/components/SaveBar';
import { useSavedForm } from '@/components/useServerForm';
import { measuresOf } from '@/lib/measures';
import { paths } from '@/lib/paths';
import { taxName } from '@/lib/tax-name';
import { currencySign } from '@/lib/typed-amount';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { PriceExample } from './PriceExample';
import { changeOf, formOf, type PriceListForm, priceListSchema } from './price-list-form';
import { FixedRates, OpenRates } from './Rates';
import { FinishRows, SizeRows } from './SizeRows';

/** The price list (rule P2), with an example based on the saved prices. */
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
    done: { title: 'Prices saved', description: 'New quotes and bookings use the new prices.' },
  });
  const { errors } = form.formState;
  const charge = useWatch({ control: form.control, name: 'charge' });
  const surcharge = useWatch({ control: form.control, name: 'venueSurchargePercent' });
  const usual = useSite().data?.surchargePercent;
  const sign = currencySign(user.currency ?? 'USD');

  // A size or finish in use: the bookings that need it are listed next to the row that was removed.
  const refused = (['sizes', 'finishes'] as const).find((name) => errors[name]?.type === 'server');
  const atList = failure !== null && failure.details.length > 0 ? refused : undefined;
  const blocked = (name: 'sizes' | 'finishes') =>
    name === atList ? <FailureAlert failure={failure} /> : undefined;

  const amount = (name: AmountName, label: string, hint: ReactNode) => {
    const unit = name.endsWith('Percent') ? { after: '%' } : { before: sign };
    return <AmountField form={form} name={name} label={label} hint={hint} {...unit} />;
  };

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 gap-6">
        <form onSubmit={submit} noValidate className="grid min-w-0 gap-6">
          <Group id="letters" title="Letters" description="The price of a letter, by size.">
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
              legend="Charge for letters"
              options={{
                day: ['Per day', 'The letter price is multiplied by the number of rental days.'],
                event: [
                  'Per event',
                  'Letters cost the same no matter how long the rental is. Add-ons are still charged per day.',
                ],
              }}
            />
            <FormChoice
              form={form}
              name="letterPrice"
              legend="Price based on"
              options={{
                flat: ['Size', 'All letters of a size cost the same.'],
                inventory: [
                  'Inventory',
                  "Each letter has its own price per day. Letters you don't stock cost the price of their size.",
                ],
              }}
            />
          </Group>

          <Group
            id="options"
            title="Options"
            description="Extras that customers can choose on the booking form."
          >
            <OpenRates
              form={form}
              name="colors"
              legend="Colors"
              hint="Charged once per letter. The first is your standard color. Customers see the swatch."
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
              hint="Charged per rental day."
              noun="add-on"
              addLabel="Add Add-on"
              sign={sign}
              unit="a day"
            />
          </Group>

          <Group
            id="venue-surcharges"
            title="Venue Surcharges"
            description="Charged once per booking, in addition to a venue's own surcharge."
          >
            <FixedRates form={form} name="difficulties" sign={sign} unit="a booking" />
            <Pair>
              {amount(
                'venueSurchargePercent',
                'Surcharge Percentage',
                <>
                  A percentage of the letter price, added when a venue is selected.{' '}
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
            </Pair>
          </Group>

          <Group id="order" title="Order" description="Applies to the whole booking.">
            <Pair>
              {amount(
                'minimumOrder',
                'Minimum Order',
                'Smaller orders are raised to this amount, before delivery and tax.',
              )}
            </Pair>
            <p className="text-soft text-sm">
              Other pages: <PageLink tab="zones">Delivery Zones</PageLink>,{' '}
              <PageLink tab="tax">{taxName(user)}</PageLink>, and deposits in the{' '}
              <PageLink tab="policy">Payment Policy</PageLink>.
            </p>
          </Group>

          {atList === undefined ? <FailureAlert failure={failure} /> : null}
          <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
        </form>
      </div>
      <PriceExample sizes={list.sizes} user={user} dirty={dirty} />
    </div>
  );
}

function PageLink({ tab, children }: { tab: string; children: string }) {
  return (
    <Link to={`${paths.settings}?tab=${tab}`} className="rounded-sm text-link underline">
      {children}
    </Link>
  );
}

function Group({
  id,
  title,
  description,
  children,
}: {
  id: string;
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <Card id={id}>
      <CardHeader title={title} description={description} />
      <CardBody className="grid gap-7">{children}</CardBody>
    </Card>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>;
}
