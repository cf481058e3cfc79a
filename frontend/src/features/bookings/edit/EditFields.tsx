import type { BookingDetails, Venue } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import { isoFromTyped } from '@/booking-form/dates';
import { type LettersDraft, OTHER_PLACE, withFirst } from '@/booking-form/draft';
import { windowChoices } from '@/booking-form/install-windows';
import type { Offer } from '@/booking-form/offer';
import { FORM, LABELS } from '@/booking-form/texts';
import { AddOns } from '@/components/booking/AddOns';
import { withKept } from '@/components/booking/kept-options';
import { MarksQuestion } from '@/components/booking/MarksQuestion';
import { CodeSelect, CustomColorField, FinishField, MoreLines } from '@/components/booking/MoreLines';
import { OverbookReason } from '@/components/booking/OverbookReason';
import { PriceLine, PriceLines } from '@/components/booking/PriceLines';
import { placeLabels } from '@/components/booking/place-labels';
import { StockNote } from '@/components/booking/StockNote';
import { byName } from '@/components/by-name';
import { DayField } from '@/components/DayField';
import { SearchSelect } from '@/components/SearchSelect';
import { TimeField } from '@/components/TimeField';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { amountText } from '@/lib/typed-amount';
import { Field } from '@/ui/Field';
import { AmountInput, Input, Options, Select } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { EstimateFailed } from '../EstimateFailed';
import type { EditState } from './useEdit';

const ADDRESS_FIELDS = [
  { name: 'placeName', most: 200, wide: true },
  { name: 'street', most: 200, wide: true },
  { name: 'city', most: 100 },
  { name: 'state', most: 60 },
  { name: 'zipCode', most: 20 },
  { name: 'country', most: 60 },
  { name: 'accessNotes', most: 2000, wide: true },
] as const;
const ADDRESS_LABELS = { ...LABELS, country: 'Country' };

/** Fields for an address instead of a venue. */
function AddressFields({ edit: { at, errors } }: { edit: EditState }) {
  const { hasStates } = useSignedInUser();
  const labels = { ...ADDRESS_LABELS, ...placeLabels(hasStates) };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {ADDRESS_FIELDS.map((field) => (
        <Field
          key={field.name}
          label={labels[field.name]}
          error={errors[field.name]}
          required={field.name === 'street' || field.name === 'city'}
          className={'wide' in field ? 'sm:col-span-2' : ''}
        >
          <Input {...at(field.name)} maxLength={field.most} autoComplete="off" />
        </Field>
      ))}
    </div>
  );
}

interface PartProps {
  edit: EditState;
  offer: Offer;
  currency: string;
}

/** Fields for the letters and items. */
export function SignFields({ edit, offer, currency, booking }: PartProps & { booking: BookingDetails }) {
  const { values, change, at, errors } = edit;
  const [first] = values.lines;
  const changeFirst = (patch: Partial<LettersDraft>) => change(withFirst(values, patch));
  const choices = withKept(offer, booking.options);
  const finishes = offer.sizes.find(({ code }) => code === first.size)?.finishes ?? [];
  return (
    <>
      <Field label={LABELS.message} error={errors.message} required={values.lines.length === 1}>
        <Input
          {...at('message')}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
      {first.text === edit.before.lines[0].text ? null : (
        <MarksQuestion message={first.text} onChange={(text) => changeFirst({ text })} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={LABELS.size} error={errors.size} required>
          <CodeSelect of={choices.sizes} {...at('size')} />
        </Field>
        <Field label={LABELS.colorOption} error={errors.colorOption}>
          <CodeSelect of={choices.colors} {...at('colorOption')} />
        </Field>
        <CustomColorField
          line={first}
          offer={offer}
          error={edit.errors.customColor}
          onChange={(customColor) => changeFirst({ customColor })}
        />
        {finishes.length < 2 ? null : (
          <FinishField
            finishes={finishes}
            value={first.finish}
            error={edit.errors.finish}
            onChange={(finish) => changeFirst({ finish })}
          />
        )}
      </div>
      <MoreLines
        lines={values.lines}
        onChange={(lines) => change({ lines })}
        faults={edit.lines.faults}
        error={edit.lines.error}
        prices={edit.lines.prices}
        offer={offer}
        choices={choices}
        currency={currency}
      />
    </>
  );
}

export interface WhereFieldsProps {
  edit: EditState;
  booking: BookingDetails;
  venues: readonly Venue[];
}

/** The venue, or the fields for an address. */
export function WhereFields({ edit, booking, venues }: WhereFieldsProps) {
  const { values, change, errors } = edit;
  return (
    <>
      <Field label={LABELS.venueId} error={errors.venueId}>
        <SearchSelect
          name="venueId"
          value={values.venueId}
          always={[OTHER_PLACE, '']}
          recent="venues"
          onChoose={(venueId) => change({ venueId })}
          options={[
            [
              '',
              booking.venueId === null && booking.address === null && booking.venueName !== null
                ? booking.venueName
                : 'No venue',
            ],
            ...byName(venues).map(({ id, name, city }) => [String(id), `${name}, ${city}`] as const),
            [OTHER_PLACE, FORM.otherPlace],
          ]}
        />
      </Field>
      {values.venueId === OTHER_PLACE ? <AddressFields edit={edit} /> : null}
    </>
  );
}

/** Days and times of the delivery and the pickup, and the delivery window. */
export function WhenFields({ edit, offer }: Pick<PartProps, 'edit' | 'offer'>) {
  const format = useFormat();
  const { values, change, at, errors } = edit;
  const delivery = isoFromTyped(format, values.deliveryDate);
  const pickup = isoFromTyped(format, values.pickupDate);
  const windows = windowChoices(format, offer, values.preferredInstallTime);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_9rem] gap-4">
        <DayField
          label={LABELS.deliveryDate}
          name="deliveryDate"
          value={values.deliveryDate}
          onChange={(deliveryDate) => change({ deliveryDate })}
          error={errors.deliveryDate}
          required
          today={offer.today}
          other={pickup}
          time={{ value: values.deliveryTime, onChange: (deliveryTime) => change({ deliveryTime }) }}
        />
        <TimeField
          label="Delivery Time"
          name="deliveryTime"
          value={values.deliveryTime}
          onChange={(deliveryTime) => change({ deliveryTime })}
          error={errors.deliveryTime}
        />
        <DayField
          label={LABELS.pickupDate}
          name="pickupDate"
          value={values.pickupDate}
          onChange={(pickupDate) => change({ pickupDate })}
          error={errors.pickupDate}
          required
          today={offer.today}
          first={delivery}
          other={delivery}
          time={{ value: values.pickupTime, onChange: (pickupTime) => change({ pickupTime }) }}
        />
        <TimeField
          label="Pickup Time"
          name="pickupTime"
          value={values.pickupTime}
          onChange={(pickupTime) => change({ pickupTime })}
          error={errors.pickupTime}
        />
      </div>
      <p className="-mt-2 text-faint text-sm">
        Leave a time empty if none was agreed. The install time and your usual pickup time then apply.
      </p>
      <Field label={LABELS.preferredInstallTime} error={errors.preferredInstallTime}>
        <Select {...at('preferredInstallTime')}>
          <option value="">Any time</option>
          <Options of={windows} />
        </Select>
      </Field>
    </>
  );
}

/** Add-ons, and damage waiver and tip if the business offers them or the booking has them. */
export function ExtrasFields({ edit, offer, currency, booking }: PartProps & { booking: BookingDetails }) {
  const { values, before, change, errors } = edit;
  const seesMoney = before.damageWaiver !== '';
  const waiver = seesMoney && (offer.damageWaiver !== null || before.damageWaiver === 'yes');
  const tip = seesMoney && (offer.tips !== null || before.tip !== '');
  return (
    <>
      <AddOns
        rows={withKept(offer, booking.options).addOns}
        chosen={values.lines[0].addOns}
        currency={currency}
        onChange={(addOns) => change(withFirst(values, { addOns }))}
      />
      {waiver ? (
        <SwitchField
          label={LABELS.damageWaiver}
          hint="Added to the price at the agreed rate."
          checked={values.damageWaiver === 'yes'}
          onChange={(taken) => change({ damageWaiver: taken ? 'yes' : 'no' })}
        />
      ) : null}
      {tip ? (
        <Field
          label={LABELS.tip}
          error={errors.tip}
          hint="Doesn't affect the deposit or the cancellation fee."
        >
          <AmountInput
            name="tip"
            value={values.tip}
            maxLength={14}
            placeholder="0.00"
            className="sm:max-w-56"
            onChange={(event) => change({ tip: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}

/** True if a booking has extras to edit. */
export function hasExtras({ before }: EditState, offer: Offer, booking: BookingDetails): boolean {
  const offered = offer.damageWaiver !== null || offer.tips !== null;
  const taken = before.damageWaiver === 'yes' || before.tip !== '';
  return (
    withKept(offer, booking.options).addOns.length > 0 || (before.damageWaiver !== '' && (offered || taken))
  );
}

/** The availability of what is chosen, and the reason for overbooking if letters are short. */
export function Availability({ edit, currency }: Pick<PartProps, 'edit' | 'currency'>) {
  const { values, change, errors, estimate, needsReason } = edit;
  const failed = estimate.error !== null && Object.keys(errors).length === 0;
  return (
    <>
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {estimate.estimate === null || estimate.error !== null ? null : (
          <StockNote
            estimate={estimate.estimate}
            currency={currency}
            delivery={values.deliveryDate}
            onTake={edit.take}
          />
        )}
        {failed ? <EstimateFailed estimate={estimate} /> : null}
      </div>
      {needsReason ? (
        <OverbookReason
          value={values.overbookReason}
          error={errors.overbookReason}
          onChange={(overbookReason) => change({ overbookReason })}
        />
      ) : null}
    </>
  );
}

/** The calculated price, and the custom total. */
export function PriceFields({ edit, currency }: Pick<PartProps, 'edit' | 'currency'>) {
  const { values, change, errors, estimate, computed } = edit;
  const shown = estimate.estimate?.breakdown ?? null;
  return (
    <>
      {shown === null ? null : (
        <dl
          aria-busy={estimate.pending}
          className={cn(
            'rounded-lg border border-line bg-surface px-4 py-2 text-sm transition-opacity',
            computed === null && 'opacity-50',
          )}
        >
          <PriceLines price={shown} currency={currency} />
          <PriceLine label="Calculated price" strong>
            {formatMoney(shown.total, currency)}
          </PriceLine>
        </dl>
      )}
      <Field
        label="Total (Optional)"
        error={errors.total}
        hint={
          shown === null
            ? 'Overrides the calculated price. Leave empty to charge the calculated price.'
            : `Overrides the calculated price. Leave empty to charge ${formatMoney(shown.total, currency)}.`
        }
      >
        <AmountInput
          name="total"
          value={values.total}
          maxLength={14}
          placeholder={shown === null ? '' : amountText(shown.total, currency)}
          className="sm:max-w-56"
          onChange={(event) => change({ total: event.target.value })}
        />
      </Field>
    </>
  );
}
