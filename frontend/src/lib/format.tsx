/** Date, time and length formats of a business, and the names of its sizes and finishes. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** Date formats a business can choose; the first is the default. */
export const dayOrders = ['MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD'] as const;
export type DayOrder = (typeof dayOrders)[number];

interface PieceNames {
  readonly sizes: Readonly<Record<string, string>>;
  readonly finishes: Readonly<Record<string, string>>;
}

export interface Format {
  readonly dateFormat: DayOrder;
  /** "14:30" with 24h, "2:30 PM" with 12h. */
  readonly timeFormat: '12h' | '24h';
  /** Unit system of lengths: feet or meters. */
  readonly measures: 'us' | 'metric';
  /** Display names by code; a code without one is shown as is. */
  readonly pieceNames: PieceNames;
}

export const DEFAULT_FORMAT: Format = {
  dateFormat: 'MM/DD/YYYY',
  timeFormat: '12h',
  measures: 'us',
  pieceNames: { sizes: {}, finishes: {} },
};

/** Format settings as the API returns them; missing ones get their defaults. */
export interface FormatSettings {
  dateFormat: string | null;
  timeFormat?: string | null;
  measures?: string | null;
  pieceNames?: PieceNames | null;
}

export function formatOf({ dateFormat, timeFormat, measures, pieceNames }: FormatSettings): Format {
  return {
    dateFormat: dayOrders.find((order) => order === dateFormat) ?? DEFAULT_FORMAT.dateFormat,
    timeFormat: timeFormat === '24h' ? '24h' : '12h',
    measures: measures === 'metric' ? 'metric' : 'us',
    pieceNames: pieceNames ?? DEFAULT_FORMAT.pieceNames,
  };
}

/** First day of the week, 0 for Sunday: Sunday with month-first dates, otherwise Monday. */
export const weekStart = ({ dateFormat }: Format): 0 | 1 => (dateFormat === 'MM/DD/YYYY' ? 0 : 1);

const FormatContext = createContext(DEFAULT_FORMAT);

/** Provides the format of a business to the pages inside. */
export function FormatProvider({ of, children }: { of: FormatSettings; children: ReactNode }) {
  const format = useMemo(() => formatOf(of), [of]);
  return <FormatContext value={format}>{children}</FormatContext>;
}

/** Format of the business on the page; the default outside of a provider. */
export const useFormat = (): Format => useContext(FormatContext);
