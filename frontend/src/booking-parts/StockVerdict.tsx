import { CircleCheck, PackageX } from 'lucide-react';
import type { Estimate } from '@/booking-form/answers';
import { shortageInWords, shortageKey } from './stock';

/** Whether the letters are free on the dates, and how many of which are missing. */
export function StockVerdict({ available, shortages }: { available: boolean } & Pick<Estimate, 'shortages'>) {
  return available ? (
    <p className="flex gap-2 font-medium text-good">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      All letters are free on these dates
    </p>
  ) : (
    <div className="flex gap-2">
      <PackageX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      <div>
        <p className="font-medium text-amber">Not enough letters</p>
        <ul className="tabular mt-0.5 text-ink">
          {shortages.map((shortage) => (
            <li key={shortageKey(shortage)}>{shortageInWords(shortage)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
