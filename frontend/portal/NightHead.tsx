/** Dark top of a customer's page: the business's name and the sign at night. */
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { SignScene } from '@/sign/SignScene';
import { type StandingText, standingLines } from '@/sign/standing';
import type { Offer } from './calls';

interface NightHeadProps {
  company: Offer['company'];
  /** Content beside the business's name. */
  corner?: ReactNode;
  children: ReactNode;
}

/** Frame around the top of a page, beginning with the business's name. */
export function NightHead({ company, corner, children }: NightHeadProps) {
  useBrand(company);
  return (
    <header className="night night-ground border-line border-b text-ink">
      <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-5 pb-8 sm:px-6 sm:pb-10">
        <div className="flex items-center justify-between gap-4">
          <CompanyMark company={company} />
          {corner}
        </div>
        {children}
      </div>
    </header>
  );
}

/** Gives the page's buttons the business's color. */
function useBrand({ brand }: Offer['company']) {
  useLayoutEffect(() => {
    if (brand === null) return;
    const { style } = document.documentElement;
    style.setProperty('--action', brand.color);
    style.setProperty('--action-strong', brand.color);
    style.setProperty('--on-action', brand.text);
  }, [brand]);
}

/** The business's logo, or its name if it has none. */
function CompanyMark({ company }: Pick<Offer, 'company'>) {
  return company.logoUrl === null ? (
    <p className="min-w-0 break-words font-semibold text-bulb text-lg tracking-tight">{company.name}</p>
  ) : (
    <img
      src={company.logoUrl}
      alt={company.name}
      className="max-h-14 max-w-48 rounded-md bg-white object-contain p-1.5"
    />
  );
}

interface NightSignProps {
  of: { message: string; sign: readonly StandingText[] };
  lit: boolean;
  /** Animates the bulbs for celebrations. */
  chase?: boolean;
}

/** A rental's sign on the night background. */
export function NightSign({ of: { message, sign }, lit, chase = false }: NightSignProps) {
  const lines = useMemo(() => standingLines(sign), [sign]);
  return (
    <div className="grid min-w-0 place-items-center [&>*]:min-w-0">
      <SignScene
        letterInches={Math.max(0, ...sign.map(({ heightInches }) => heightInches))}
        message={message}
        lines={lines}
        state={lit ? 'lit' : 'unlit'}
        height={120}
        maxHeight={280}
        surface="night"
        align="center"
        switchOn
        chase={chase}
      />
    </div>
  );
}
