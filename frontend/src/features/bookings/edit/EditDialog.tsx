import { useMemo, useRef, useState } from 'react';
import { useOwnOffer } from '@/api/operator-form';
import type { BookingDetails } from '@/api/types';
import { useVenues } from '@/api/venues';
import { windowChoices } from '@/booking-form/install-windows';
import { eventChoices, LABELS } from '@/booking-form/texts';
import { Group } from '@/components/Group';
import { LoadState } from '@/components/LoadState';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input, Options, Select, Textarea } from '@/ui/Input';
import { Placeholder } from '@/ui/Skeleton';
import { NotifyChoice } from '../NotifyChoice';
import { EditRental } from './EditRental';
import type { EditField } from './edit';
import { type EditState, useEdit } from './useEdit';

export interface EditDialogProps {
  booking: BookingDetails;
  currency: string;
  onClose: () => void;
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
 * Edits a booking: customer and notes at any time; letters, dates and price only while it is pending or
 * confirmed.
 */
function Form({ booking, latest, currency, onReload, onClose, onSaved = onClose }: FormProps) {
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
  const edit = useEdit(booking, limits, { onSaved });
  const body = useRef<HTMLDivElement>(null);

  const focusOn = (field: EditField) =>
    // A reason field may only be rendered along with its error.
    setTimeout(() => body.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus());
  const onSubmit = () => {
    edit.submit(focusOn);
  };
  const failed = offer.error !== null || venues.error !== null;

  return (
    <FormDialog
      onClose={onClose}
      title={`Edit Booking #${booking.number}`}
      onSubmit={onSubmit}
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
      <div ref={body} className="grid gap-7">
        {!open ? (
          <p className="rounded-md bg-sunken px-3.5 py-3 text-soft text-sm">
            You can't change the letters, dates, venue, or price of a {booking.status} booking.
          </p>
        ) : failed || offer.data === undefined || venues.data === undefined ? (
          <LoadState of={[offer, venues]} failed="We couldn't load the form">
            <Placeholder what="the form" bars={['h-72']} />
          </LoadState>
        ) : (
          <EditRental
            edit={edit}
            booking={booking}
            offer={offer.data}
            venues={venues.data}
            currency={currency}
          />
        )}
        <CustomerFields
          edit={edit}
          windows={
            open
              ? windowChoices(format, offer.data ?? { installWindows: [] }, edit.values.preferredInstallTime)
              : null
          }
          events={eventChoices({ eventTypes: offer.data?.eventTypes ?? [] }, edit.values.eventType)}
        />
        {open && edit.concernsCustomer ? <NotifyChoice booking={booking} edit={edit} /> : null}
      </div>
    </FormDialog>
  );
}

interface CustomerFieldsProps {
  edit: EditState;
  /** Options for the delivery window; null once the delivery time has passed. */
  windows: readonly (readonly [code: string, label: string])[] | null;
  events: readonly (readonly [code: string, label: string])[];
}

function CustomerFields({ edit, windows, events }: CustomerFieldsProps) {
  const { at, errors } = edit;
  return (
    <Group title="Customer and notes">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Customer Name" error={errors.customerName} required>
          <Input {...at('customerName')} maxLength={200} autoComplete="off" />
        </Field>
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
        {windows ? (
          <Field
            label={LABELS.preferredInstallTime}
            error={errors.preferredInstallTime}
            className="sm:col-span-2"
          >
            <Select {...at('preferredInstallTime')}>
              <option value="">Any time</option>
              <Options of={windows} />
            </Select>
          </Field>
        ) : null}
      </div>
      <Field label={LABELS.notes} error={errors.notes} hint="From the customer.">
        <Textarea {...at('notes')} rows={3} maxLength={5000} />
      </Field>
      <Field label="Team Notes (Optional)" error={errors.operatorNotes} hint="Only your team sees these.">
        <Textarea {...at('operatorNotes')} rows={3} maxLength={5000} />
      </Field>
    </Group>
  );
}
