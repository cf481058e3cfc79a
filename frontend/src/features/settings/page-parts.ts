/** Parts of the business settings that have calls of their own, saved with the rest of the page. */
import { useEffect, useState } from 'react';
import { type BookingRules, type BookingRulesChange, useSaveBookingRules } from '@/api/booking-rules';
import {
  type BusinessDetails,
  type Currency,
  useChooseCurrency,
  useRemoveLogo,
  useSetLogo,
} from '@/api/business';
import { refusalOf } from '@/api/form-errors';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { changed } from '@/lib/keys';

/** Unsaved changes of a part. `save` returns false if the server refused them. */
export interface PagePart {
  dirty: boolean;
  pending: boolean;
  failure: Failure | null;
  save: () => Promise<boolean>;
  discard: () => void;
}

const CLOCK = ['timeZone', 'dateFormat', 'timeFormat', 'measures'] as const;
export type Clock = Pick<BookingRules, (typeof CLOCK)[number]>;

/** Time zone, formats and units as chosen. */
export function useClock(saved: BookingRules) {
  const format = useFormat();
  const save = useSaveBookingRules();
  const [chosen, setChosen] = useState<Partial<Clock>>({});
  const { timeZone, dateFormat, timeFormat, measures } = saved;
  const before: Clock = { timeZone, dateFormat, timeFormat, measures };
  const change: BookingRulesChange = changed({ ...before, ...chosen }, before);
  const part: PagePart = {
    dirty: Object.keys(change).length > 0,
    pending: save.isPending,
    failure: refusalOf(format, save.error),
    save: () =>
      save.mutateAsync(change).then(
        () => {
          setChosen({});
          return true;
        },
        () => false,
      ),
    discard: () => {
      save.reset();
      setChosen({});
    },
  };
  return {
    part,
    clock: { ...before, ...chosen },
    set: (patch: Partial<Clock>) => setChosen({ ...chosen, ...patch }),
  };
}

export type CurrencyCode = Currency['currencies'][number];

/** The currency as chosen. A refused one is reverted, because amounts exist by now. */
export function useCurrencyChoice({ currency }: Currency) {
  const format = useFormat();
  const choose = useChooseCurrency();
  const [chosen, setChosen] = useState<CurrencyCode | null>(null);
  const part: PagePart = {
    dirty: chosen !== null && chosen !== currency,
    pending: choose.isPending,
    failure: refusalOf(format, choose.error),
    save: async () => {
      if (chosen === null) return true;
      const isSaved = await choose.mutateAsync(chosen).then(
        () => true,
        () => false,
      );
      setChosen(null);
      return isSaved;
    },
    discard: () => {
      choose.reset();
      setChosen(null);
    },
  };
  return { part, currency: chosen ?? currency, set: setChosen };
}

/** The logo as chosen: a new picture, none, or the stored one. */
export function useLogo({ logo }: BusinessDetails) {
  const format = useFormat();
  const upload = useSetLogo();
  const remove = useRemoveLogo();
  const [chosen, setChosen] = useState<Blob | 'none' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!(chosen instanceof Blob)) return;
    // The content security policy allows no blob: addresses.
    const reader = new FileReader();
    reader.onload = () => setUrl(String(reader.result));
    reader.readAsDataURL(chosen);
    return () => {
      reader.onload = null;
      setUrl(null);
    };
  }, [chosen]);
  const part: PagePart = {
    dirty: chosen !== null && !(chosen === 'none' && logo === null),
    pending: upload.isPending || remove.isPending,
    failure: refusalOf(format, upload.error ?? remove.error),
    save: () =>
      (chosen instanceof Blob ? upload.mutateAsync(chosen) : remove.mutateAsync()).then(
        () => {
          setChosen(null);
          return true;
        },
        () => false,
      ),
    discard: () => {
      upload.reset();
      remove.reset();
      setChosen(null);
    },
  };
  return {
    part,
    /** Address of the picture to show; null for none. */
    shown: chosen === 'none' ? null : (url ?? logo?.url ?? null),
    choose: setChosen,
    remove: () => setChosen('none'),
  };
}
