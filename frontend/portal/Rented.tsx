import type { ReactNode } from 'react';
import type { components } from '@/api/schema';
import { addOnNames, colorName } from '@/booking-form/option-names';
import { counted } from '@/lib/words';
import type { StandingText } from '@/sign/standing';

type Schemas = components['schemas'];

export interface RentedProps {
  of: {
    message: string;
    letterCount: number;
    options: readonly Schemas['OptionOut'][];
    sign: readonly StandingText[];
    rented: readonly Schemas['RentedOut'][];
    size: string;
  };
}

/** The rental: a single sign as a sentence, several lines as a list. */
export function Rented({ of: { message, letterCount, options, sign, rented, size } }: RentedProps) {
  if (rented.length > 1 || sign.length !== 1) {
    return <RentedLines rented={rented} />;
  }
  return (
    <>
      “{message}”, {counted(letterCount, 'letter')} in {sign[0]?.size ?? size}
      <Beside>
        {[rented[0]?.finish, `${colorName(options)} color`, ...addOnNames(options)]
          .filter(Boolean)
          .join(', ')}
      </Beside>
    </>
  );
}

/** List of lines, each with its details. */
export function RentedLines({ rented }: Pick<RentedProps['of'], 'rented'>) {
  return (
    <ul className="grid gap-2">
      {rented.map(({ text, detail }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same text, and their order is fixed.
        <li key={at}>
          {text}
          {detail === null ? null : <Beside>{detail}</Beside>}
        </li>
      ))}
    </ul>
  );
}

/** Additional detail beside a fact. */
export function Beside({ children }: { children: ReactNode }) {
  return <span className="block font-normal text-soft text-sm">{children}</span>;
}
