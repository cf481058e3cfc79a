import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useOwnOffer } from '@/api/operator-form';
import type { BookingDetails } from '@/api/types';
import { useVenues } from '@/api/venues';
import { eventChoices, LABELS } from '@/booking-form/texts';
import { CustomerField } from '@/components/booking/CustomerField';
import { phoneText } from '@/components/booking/customer-words';
import { LoadState } from '@/components/LoadState';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input, Options, Select, Textarea } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { NotifyChoice } from '../NotifyChoice';
import { ChangeList } from './ChangeList';
import {
  Availability,
  ExtrasFields,
  hasExtras,
  PriceFields,
  SignFields,
  WhenFields,
  WhereFields,
} from './EditFields';
import { EditSection } from './EditSection';
import type { EditField } from './edit';
import {
  type EditPlace,
  faultsBySection,
  SECTION_TITLES,
  type SectionName,
  SUMMARIES,
  type SummaryContext,
  sectionOf,
} from './sections';
import { type EditState, useEdit } from './useEdit';

export interface EditDialogProps extends EditPlace {
  booking: BookingDetails;
  currency: string;
  onClose: () => void;
  /** Text above the sections. */
  note?: ReactNode;
  /** Called instead of `onClose` after saving. */
  onSaved?: () => void;
}

/** The edit form with the booking as loaded at opening or at the last reload. */
export function EditDialog({ booking, ...rest }: EditDialogProps) {
  const [opened, setOpened] = useState(booking);
  return (
    <Form
      key={opened.revision}
      booking={opened}
      {...rest}
      latest={booking}
      onReload={() => setOpened(booking)}
    />
  );
}

interface FormProps extends EditDialogProps {
  /** The latest version of the booking. */
  latest: BookingDetails;
  onReload: () => void;
}

/**
 * Edits a booking in sections that are folded to their values: customer and notes at any time; letters, dates
 * and price only while it is pending or confirmed.
 */
function Form({
  booking,
  latest,
  currency,
  section,
  focusOn,
  note,
  onReload,
  onClose,
  onSaved = onClose,
}: FormProps) {
  const format = useFormat();
  const offer = useOwnOffer();
  const venues = useVenues();
  const open = booking.status === 'pending' || booking.status === 'confirmed';
  const limits = useMemo(
    () =>
      offer.data === undefined
        ? null
        : {
            today: offer.data.today,
            lastDay: offer.data.lastDay,
            maxRentalDays: offer.data.maxRentalDays,
          },
    [offer.data],
  );
  const edit = useEdit(booking, limits, { onSaved, listed: true });
  const [unfolded, setUnfolded] = useState<ReadonlySet<SectionName>>(
    () => new Set(section === undefined ? [] : [section]),
  );
  const body = useRef<HTMLDivElement>(null);
  const fold = (name: SectionName, opens: boolean) =>
    setUnfolded((now) => {
      if (now.has(name) === opens) return now;
      const next = new Set(now);
      if (opens) next.add(name);
      else next.delete(name);
      return next;
    });

  const onFault = (field: EditField) => {
    const name = sectionOf(field);
    if (name !== null) fold(name, true);
    // After the next render, because the section has to unfold, and a reason field appears along with its error.
    setTimeout(() => body.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus());
  };
  const failed = offer.error !== null || venues.error !== null;
  const loaded = offer.data !== undefined && venues.data !== undefined;
  const faults = faultsBySection(edit.errors);
  const names = new Map((offer.data?.addOns ?? []).map(({ code, label }) => [code, label]));
  for (const { kind, code, label } of booking.options) if (kind === 'addOn') names.set(code, label);
  const context: SummaryContext = {
    format,
    today: offer.data?.today ?? '',
    values: edit.values,
    booking,
    venues: venues.data ?? [],
    currency,
    addOnName: (code) => names.get(code) ?? code,
    computed: edit.estimate.estimate?.breakdown?.total ?? null,
  };
  const part = (name: SectionName, children: ReactNode) => (
    <EditSection
      title={SECTION_TITLES[name]}
      summary={SUMMARIES[name](context)}
      fault={faults[name]}
      open={unfolded.has(name)}
      onToggle={(opens) => fold(name, opens)}
      focusOn={name === section && focusOn !== undefined ? focusOn : FIRST_FIELDS[name]}
    >
      {children}
    </EditSection>
  );

  return (
    <FormDialog
      onClose={onClose}
      title={`Edit Booking #${booking.number}`}
      onSubmit={() => {
        edit.submit(onFault);
      }}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      error={edit.failure}
      remedy={
        edit.stale ? (
          <Button
            kind="secondary"
            size="sm"
            disabled={latest.revision === booking.revision}
            onClick={onReload}
          >
            Reload Booking
          </Button>
        ) : undefined
      }
      pending={edit.saving}
      unsaved={edit.changed}
      className="sm:max-w-3xl"
    >
      <div ref={body} className="grid gap-4">
        {note}
        {!open ? (
          <p className="rounded-md bg-sunken px-3.5 py-3 text-soft text-sm">
            You can't change the letters, dates, venue, or price of a {booking.status} booking.
          </p>
        ) : failed || !loaded ? (
          <LoadState of={[offer, venues]} failed="We couldn't load the form">
            <Placeholder what="the form" bars={['h-72']} />
          </LoadState>
        ) : null}
        <div>
          {open && loaded ? (
            <>
              {part('when', <WhenFields edit={edit} offer={offer.data} />)}
              {part(
                'sign',
                <SignFields edit={edit} offer={offer.data} currency={currency} booking={booking} />,
              )}
              {part('where', <WhereFields edit={edit} booking={booking} venues={venues.data} />)}
            </>
          ) : null}
          {part(
            'customer',
            <CustomerFields
              edit={edit}
              events={eventChoices({ eventTypes: offer.data?.eventTypes ?? [] }, edit.values.eventType)}
            />,
          )}
          {open && loaded ? (
            <>
              {hasExtras(edit, offer.data, booking)
                ? part(
                    'extras',
                    <ExtrasFields edit={edit} offer={offer.data} currency={currency} booking={booking} />,
                  )
                : null}
              {part('price', <PriceFields edit={edit} currency={currency} />)}
            </>
          ) : null}
          {part('notes', <NotesFields edit={edit} />)}
        </div>
        {open && loaded ? <Availability edit={edit} currency={currency} /> : null}
        <ChangeList edit={edit} />
        {open && edit.concernsCustomer ? <NotifyChoice booking={booking} edit={edit} /> : null}
      </div>
    </FormDialog>
  );
}

/** Fields that get the focus when their section opens, where it isn't the first one. */
const FIRST_FIELDS: Readonly<Partial<Record<SectionName, EditField>>> = { when: 'deliveryTime' };

interface CustomerFieldsProps {
  edit: EditState;
  events: readonly (readonly [code: string, label: string])[];
}

function CustomerFields({ edit, events }: CustomerFieldsProps) {
  const { at, errors } = edit;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CustomerField
        label="Customer Name"
        name="customerName"
        value={edit.values.customerName}
        error={errors.customerName}
        required
        onChange={(customerName) => edit.change({ customerName })}
        onChoose={({ name, emails, phones: [phone] }) =>
          edit.change({
            customerName: name,
            customerEmail: emails[0] ?? '',
            customerPhone: phone === undefined ? '' : phoneText(phone),
          })
        }
        onContact={(kind, typed) =>
          edit.change({ customerName: '', [kind === 'email' ? 'customerEmail' : 'customerPhone']: typed })
        }
      />
      <Field label={LABELS.customerEmail} error={errors.customerEmail}>
        <Input {...at('customerEmail')} type="email" maxLength={254} autoComplete="off" />
      </Field>
      <Field label={LABELS.customerPhone} error={errors.customerPhone}>
        <Input {...at('customerPhone')} type="tel" maxLength={50} autoComplete="off" />
      </Field>
      <Field label={LABELS.eventType} error={errors.eventType}>
        <Select {...at('eventType')}>
          <option value="">Not specified</option>
          <Options of={events} />
        </Select>
      </Field>
    </div>
  );
}

function NotesFields({ edit: { at, errors } }: { edit: EditState }) {
  return (
    <>
      <Field label={LABELS.notes} error={errors.notes} hint="From the customer.">
        <Textarea {...at('notes')} rows={3} maxLength={5000} />
      </Field>
      <Field label="Team Notes (Optional)" error={errors.operatorNotes} hint="Only your team sees these.">
        <Textarea {...at('operatorNotes')} rows={3} maxLength={5000} />
      </Field>
    </>
  );
}
