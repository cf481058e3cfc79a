/** State of the edit form: typed values, price estimate, errors and saving. */

import { useCallback, useMemo, useState } from 'react';
import { isStale, useEditBooking } from '@/api/bookings';
import { ApiError, sentenceOf } from '@/api/errors';
import { failureOf } from '@/api/form-errors';
import { askOwnEstimate } from '@/api/operator-form';
import type { Booking } from '@/api/types';
import type { Alternative } from '@/booking-form/answers';
import { isoFromTyped, typedFromIso } from '@/booking-form/dates';
import { fieldAt, fieldChange, fieldValue, placeOf, withSize } from '@/booking-form/draft';
import type { FormLimits } from '@/booking-form/rules';
import { useEstimate } from '@/booking-form/useEstimate';
import { faultsByLine, pricesOf } from '@/components/booking/lines';
import { reasonMissing } from '@/components/booking/quote-defaults';
import { shortagesOf } from '@/components/booking/stock';
import { dayOf } from '@/lib/dates';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { keysOf } from '@/lib/keys';
import { toast } from '@/ui/toast-store';
import { signText, updateFailed } from '../actions';
import {
  concernsCustomer,
  type EditErrors,
  type EditField,
  type EditText,
  type EditValues,
  editErrors,
  editOf,
  estimateOf,
  isChanged,
  touchesStock,
  valuesOf,
} from './edit';
import { useChanges } from './useChanges';

const staleAdvice =
  'Save again to apply your changes on top of theirs, or reload the booking and discard your changes.';

export interface EditOptions {
  onSaved: () => void;
  /** The form's initial values, if they differ from the booking. */
  start?: (before: EditValues) => EditValues;
  /**
   * Called if the booking was changed by another user in the meantime. Without it, the form shows an error
   * and lets the user save anyway.
   */
  onStale?: () => void;
  /** The title of the success toast. */
  done?: string;
  /** True if the form lists the changes before they are saved. */
  listed?: boolean;
}

export function useEdit(
  booking: Booking,
  limits: Omit<FormLimits, 'venueRequired'> | null,
  { onSaved, start, onStale, done = 'Booking updated', listed = false }: EditOptions,
) {
  const format = useFormat();
  const [before] = useState(() => valuesOf(format, booking));
  // The revision that the form was filled from; later revisions must not be overwritten silently.
  const [seen, setSeen] = useState(booking.revision);
  const [values, setValues] = useState(() => start?.(before) ?? before);
  const [pressed, setPressed] = useState(false);
  const [notify, setNotify] = useState(false);
  const [askAgreement, setAskAgreement] = useState(false);
  const [serverErrors, setServerErrors] = useState<EditErrors>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = useEditBooking(booking.id);

  const request = useMemo(() => estimateOf(format, booking.id, values), [booking.id, values, format]);
  const estimate = useEstimate(request, askOwnEstimate);
  const computed =
    estimate.pending || estimate.error !== null ? null : (estimate.estimate?.breakdown ?? null);
  const short = estimate.estimate?.available === false;
  const needsReason = short && touchesStock(before, values);

  const change = useCallback((patch: Partial<EditValues>) => {
    setValues((now) => ({ ...now, ...patch }));
    setServerErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(
          ([field]) => !(field in patch || ('lines' in patch && placeOf(field) !== null)),
        ),
      ),
    );
    setFailure(null);
  }, []);
  const take = ({ kind, size, deliveryDate, pickupDate }: Alternative) =>
    change(
      // An alternative size may come with other dates if it isn't available on the chosen ones.
      {
        ...(kind === 'size' && withSize(values, size)),
        ...(dayOf(deliveryDate) !== isoFromTyped(format, values.deliveryDate) && {
          deliveryDate: typedFromIso(format, dayOf(deliveryDate)),
          pickupDate: typedFromIso(format, dayOf(pickupDate)),
        }),
      },
    );

  const wrong: EditErrors = {
    ...(limits === null ? {} : editErrors(format, values, limits)),
    ...(needsReason && values.overbookReason.trim() === '' && { overbookReason: reasonMissing }),
  };
  const estimated = estimate.error instanceof ApiError ? knownFields(estimate.error.fields, values) : {};
  const errors: EditErrors = { ...estimated, ...(pressed ? wrong : {}), ...serverErrors };

  /** Errors and prices of the lines, by index. */
  const lines = {
    faults: faultsByLine(errors),
    error: errors.lines,
    prices: pricesOf(estimate.pending ? [] : (estimate.estimate?.lines ?? []), values.lines),
  };

  /** The current changes as a request body. */
  const concerns = concernsCustomer(before, values);
  const patch = () => ({
    ...editOf(format, before, values, estimate.estimate?.breakdown?.total ?? null),
    ...(concerns && askAgreement && { askAgreement: true }),
  });

  const changes = useChanges(booking.id, listed ? patch() : {});

  /** Send the changes. Calls `onFault` with the first field with an error, if any. */
  const submit = (onFault: (field: EditField) => void) => {
    setPressed(true);
    const faulty = firstOf(wrong, values);
    if (faulty !== undefined) return onFault(faulty);
    save.mutate(
      { ...patch(), ...(concerns && notify && { notify: true }), expectedRevision: seen },
      {
        onSuccess: (saved) => {
          toast({ title: done, description: `${saved.customerName}, ${signText(format, saved)}` });
          onSaved();
        },
        onError: (error) => {
          if (isStale(error) && onStale !== undefined) return onStale();
          const shortages = shortagesOf(error);
          if (shortages !== null) estimate.correct({ available: false, shortages });
          const fields = error instanceof ApiError ? knownFields(error.fields, values) : {};
          setServerErrors(fields);
          const field = firstOf(fields, values);
          setFailure(field === undefined ? failureOf(format, error) : null);
          if (isStale(error)) {
            const { revision } = error.extra;
            if (typeof revision === 'number') setSeen(revision);
            setFailure({ sentence: error.sentence, details: [staleAdvice] });
          }
          if (field !== undefined) onFault(field);
          toast({ title: updateFailed, description: sentenceOf(error), destructive: true });
        },
      },
    );
  };

  return {
    before,
    values,
    change,
    /** Props that connect a control to its value and error. */
    at: (name: EditText) => ({
      name,
      value: fieldValue(values, name),
      onChange: (event: { target: { value: string } }) =>
        change(fieldChange(values, name, event.target.value)),
    }),
    take,
    errors,
    lines,
    wrong,
    failure,
    /** True if saving failed, and the booking was changed by another user since the form was opened. */
    stale: failure !== null && seen !== booking.revision,
    estimate,
    computed,
    needsReason,
    patch,
    /** What saving would change, as the server lists it. */
    changes,
    /** True if the change concerns the customer; `notify` is true if the customer gets an email. */
    concernsCustomer: concerns,
    notify,
    setNotify,
    /** True if the customer is asked to agree to the change on the booking page. */
    askAgreement,
    setAskAgreement,
    changed: isChanged(before, values),
    saving: save.isPending,
    submit,
  };
}

export type EditState = ReturnType<typeof useEdit>;

function knownFields(fields: Readonly<Record<string, string>>, values: EditValues): EditErrors {
  const named = Object.entries(fields).map(
    ([name, text]) => [name === 'totalPrice' ? 'total' : fieldAt(name, values.lines), text] as const,
  );
  return Object.fromEntries(named.filter(([name]) => name in values || placeOf(name) !== null));
}

function firstOf(errors: EditErrors, values: EditValues): EditField | undefined {
  const ofLines = keysOf(errors).filter((field) => placeOf(field) !== null);
  return [...ofLines, ...keysOf(values)].find((field) => errors[field] !== undefined);
}
