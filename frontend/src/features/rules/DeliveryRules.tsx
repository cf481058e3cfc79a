import { Controller, type UseFormReturn, useController, useFieldArray } from 'react-hook-form';
import type { User } from '@/api/types';
import { WholeNumberField } from '@/components/Amount';
import { FormDay } from '@/components/FormDay';
import { FramedList, RemoveRow, RowList } from '@/components/RowList';
import { TimeField, TimeInput } from '@/components/TimeField';
import { dayIn } from '@/lib/dates';
import { Checkbox } from '@/ui/Checkbox';
import { FormError } from '@/ui/FormError';
import { FormCheckbox, faultOf, LongTextField, TextField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { Input } from '@/ui/Input';
import { askable, type RulesForm } from './booking-rules-form';
import { RuleCard } from './RuleCard';

type Form = UseFormReturn<RulesForm>;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MOST_CLOSED = 200;
const MOST_WINDOWS = 12;
const ASKED: Readonly<Record<(typeof askable)[number], string>> = {
  customerPhone: 'Phone',
  eventType: 'Event type',
  preferredInstallTime: 'Preferred install time',
  notes: 'Notes',
};

interface PartProps {
  form: Form;
}

/** Checkboxes that edit a list of values. The list keeps the order of `options`. */
function Ticks<Name extends 'closedWeekdays' | 'requiredFields'>({
  form,
  name,
  legend,
  hint,
  options,
}: PartProps & {
  name: Name;
  legend: string;
  hint: string;
  options: readonly (readonly [RulesForm[Name][number], string])[];
}) {
  const { field } = useController({ control: form.control, name });
  const chosen: readonly (number | string)[] = field.value;
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="font-medium text-sm">{legend}</legend>
      <p className="text-faint text-sm">{hint}</p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map(([value, label]) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(ticked) =>
              field.onChange(
                options
                  .map(([option]) => option)
                  .filter((option) => (option === value ? ticked : chosen.includes(option))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function ClosedDays({ form, today }: PartProps & { today: string }) {
  const rows = useFieldArray({ control: form.control, name: 'closedDays', keyName: 'key' });
  return (
    <FramedList
      legend="Closed Days"
      hint="Vacations and holidays without deliveries or pickups. Letters that are out stay with the customer."
      rows={rows.fields}
      noun="closed days"
      fault={faultOf(form, 'closedDays')}
      most={MOST_CLOSED}
      addLabel="Add Closed Days"
      onAdd={() => rows.append({ from: '', to: '', yearly: false, reason: '' })}
    >
      {(index, called) => {
        return (
          <>
            <FormDay form={form} name={`closedDays.${index}.from`} label="First Day" today={today} />
            <FormDay
              form={form}
              name={`closedDays.${index}.to`}
              label="Last Day"
              hint="Leave empty for a single day."
              today={today}
            />
            <TextField
              form={form}
              name={`closedDays.${index}.reason`}
              label="Reason"
              hint="Only your team sees this."
              maxLength={100}
            />
            <div className="flex items-center justify-between gap-2 sm:items-start sm:pt-6">
              <FormCheckbox form={form} name={`closedDays.${index}.yearly`} label="Every year" />
              <RemoveRow called={called} onClick={() => rows.remove(index)} />
            </div>
          </>
        );
      }}
    </FramedList>
  );
}

/** The delivery windows that customers choose from, and the pickup hours. */
function Hours({ form }: PartProps) {
  const rows = useFieldArray({ control: form.control, name: 'installWindows', keyName: 'key' });
  const { errors } = form.formState;
  const checkWindow = (index: number) => {
    const faults = errors.installWindows?.[index];
    // Skip untouched empty fields.
    const begun = (['from', 'to'] as const).filter(
      (end) => form.getValues(`installWindows.${index}.${end}`) !== '' || faults?.[end] !== undefined,
    );
    void form.trigger(begun.map((end) => `installWindows.${index}.${end}` as const));
  };
  return (
    <>
      <RowList
        legend="Install Windows"
        hint="Time windows customers can choose for the delivery. Without windows, you set the time."
        rows={rows.fields}
        noun="install window"
        faultOf={(index) => {
          const faults = errors.installWindows?.[index];
          return faults?.from?.message ?? faults?.to?.message ?? faults?.label?.message;
        }}
        isKept={() => false}
        onRemove={(index) => rows.remove(index)}
        most={MOST_WINDOWS}
        error={<FormError message={faultOf(form, 'installWindows')} />}
        addLabel="Add Install Window"
        onAdd={() => rows.append({ label: '', from: '', to: '' })}
        columns="grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_auto]"
        removeClass="max-sm:col-start-2 max-sm:row-start-1"
      >
        {(index, called, mark) => {
          const faults = errors.installWindows?.[index];
          return (
            <>
              <Input
                aria-label={`Name of ${called}`}
                placeholder="Name, such as Morning"
                maxLength={40}
                {...form.register(`installWindows.${index}.label`)}
                {...mark(faults?.label !== undefined)}
              />
              {/* On phones the times have their own line: beside a button, "PM" wouldn't fit. */}
              <div className="grid grid-cols-2 gap-2 max-sm:col-span-2 max-sm:row-start-2 sm:contents">
                {(['from', 'to'] as const).map((end) => (
                  <Controller
                    key={end}
                    control={form.control}
                    name={`installWindows.${index}.${end}`}
                    render={({ field }) => (
                      <TimeInput
                        aria-label={`${end === 'from' ? 'Start' : 'End'} of ${called}`}
                        ref={field.ref}
                        name={field.name}
                        value={field.value}
                        onChange={field.onChange}
                        onLeave={() => checkWindow(index)}
                        {...mark(faults?.[end] !== undefined)}
                      />
                    )}
                  />
                ))}
              </div>
            </>
          );
        }}
      </RowList>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <PickupTime
          form={form}
          name="earliestPickup"
          label="Earliest Pickup"
          hint="Leave empty for any time. Customers see these hours next to the pickup date."
        />
        <PickupTime
          form={form}
          name="latestPickup"
          label="Latest Pickup"
          hint="A time before the earliest pickup counts as after midnight."
        />
      </div>
    </>
  );
}

function PickupTime({
  form,
  name,
  label,
  hint,
}: PartProps & { name: 'earliestPickup' | 'latestPickup'; label: string; hint: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <TimeField
          label={label}
          hint={hint}
          error={fieldState.error?.message}
          ref={field.ref}
          name={name}
          value={field.value}
          onChange={field.onChange}
          className="sm:max-w-56"
        />
      )}
    />
  );
}

/** Delivery days, daily limits and minimum notice. */
export function WhenCard({ form, user }: PartProps & { user: User }) {
  return (
    <RuleCard
      id="when-you-deliver"
      title="When You Deliver"
      description="Customers can't choose dates outside these rules. You still can when you create a booking yourself."
    >
      <WholeNumberField
        form={form}
        name="minimumNoticeHours"
        label="Minimum Notice"
        after="hours"
        hint="How far in advance customers must send a request."
      />
      <Ticks
        form={form}
        name="closedWeekdays"
        legend="Weekly Days Off"
        hint="No deliveries or pickups on these days of the week."
        options={WEEKDAYS.map((day, number) => [number, day] as const)}
      />
      <Hours form={form} />
      <ClosedDays form={form} today={dayIn(user.timeZone ?? 'UTC', new Date())} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <WholeNumberField
          form={form}
          name="maxDeliveriesPerDay"
          label="Max. Deliveries"
          after="a day"
          placeholder="No limit"
          hint="When this limit is reached, customers see the day as fully booked."
        />
        <WholeNumberField
          form={form}
          name="maxPickupsPerDay"
          label="Max. Pickups"
          after="a day"
          placeholder="No limit"
          hint="When this limit is reached, customers see the day as fully booked."
        />
        <WholeNumberField
          form={form}
          name="pickupGraceHours"
          label="Late Pickup"
          after="hours"
          hint="A pickup up to this many hours after midnight counts as the previous day and doesn't add a rental day."
        />
        <WholeNumberField
          form={form}
          name="overdueGraceHours"
          label="Overdue After"
          after="hours"
          hint="Letters become overdue this many hours after the end of the pickup day."
        />
      </div>
      <FormSwitch
        form={form}
        name="crewCollects"
        label="Crew collects payments"
        hint="Staff see the customer's balance due on the crew page, but no other prices."
      />
    </RuleCard>
  );
}

/** Choice of delivery locations: listed venues, any address, or both. */
export function WhereCard({ form }: PartProps) {
  const { errors } = form.formState;
  const message = errors.listedVenues?.message ?? errors.anyAddress?.message;
  return (
    <RuleCard
      id="where-you-deliver"
      title="Where You Deliver"
      description="The places customers can choose on your form."
    >
      <FormSwitch
        form={form}
        name="listedVenues"
        label="Your venues"
        hint="Customers can choose one of the venues on your list."
      />
      <FormSwitch
        form={form}
        name="anyAddress"
        label="Any address"
        hint="Customers can enter their own address, such as a backyard."
      />
      <FormError message={message} />
    </RuleCard>
  );
}

/** Options and required fields of the form. */
export function FormFields({ form }: PartProps) {
  return (
    <>
      <LongTextField
        form={form}
        name="eventTypes"
        label="Event Types"
        hint="One per line, in the order shown on your form."
        rows={7}
        className="sm:max-w-80"
      />
      <Ticks
        form={form}
        name="requiredFields"
        legend="Required Fields"
        hint="Customers must also fill in these fields. Name, email, location, and dates are always required."
        options={askable.map((name) => [name, ASKED[name]] as const)}
      />
    </>
  );
}
