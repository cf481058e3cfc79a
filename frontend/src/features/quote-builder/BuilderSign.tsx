import { type ReactNode, useMemo } from 'react';
import { type ChosenAddOns, isUnlit } from '@/booking-form/lighting';
import type { Offer } from '@/booking-form/offer';
import { SignStage } from '@/components/booking/SignStage';
import { type Format, useFormat } from '@/lib/format';
import { sizeName } from '@/lib/words';
import { lettersOf } from '@/sign/letters';
import type { StandingText } from '@/sign/standing';
import type { QuoteForm } from './useQuote';

/** The properties of a line that are visible on the sign, as typed or as priced. */
type Line =
  | {
      kind: 'letters';
      text: string;
      size: string;
      finish: string;
      colorOption: string;
      addOns: ChosenAddOns;
    }
  | { kind: 'item' }
  | { kind: 'package'; lines?: readonly Line[] };

/** Text of each line as it will appear on the sign. */
function standingTexts(format: Format, lines: readonly Line[], offer: Offer): StandingText[] {
  return lines.flatMap((line) => {
    if (line.kind === 'package') return standingTexts(format, line.lines ?? [], offer);
    if (line.kind === 'item' || lettersOf(line.text).length === 0) return [];
    const size = offer.sizes.find(({ code }) => code === line.size);
    const finishes = size?.finishes ?? [];
    const finish = finishes.find(({ code }) => code === line.finish) ?? finishes[0];
    return [
      {
        text: line.text,
        size: sizeName(format, size?.label ?? line.size),
        heightInches: size?.heightInches ?? 0,
        color: offer.colors.find(({ code }) => code === line.colorOption)?.swatch ?? null,
        finish: finish?.label ?? '',
        unlit: isUnlit(offer, line.addOns),
      },
    ];
  });
}

interface BuilderSignProps {
  quote: QuoteForm;
  offer: Offer;
  /** The input for the first line's text, shown below the sign. */
  children: ReactNode;
}

/** The sign of a quote, drawn to scale, with unavailable letters marked. */
export function BuilderSign({ quote: { form }, offer, children }: BuilderSignProps) {
  const format = useFormat();
  const { estimate } = form.estimate;
  // A package's words are only available once the server has assembled them.
  const packages = (estimate?.lines ?? []).filter(({ kind }) => kind === 'package');
  const typed: Line[] = [...form.draft.lines.filter(({ kind }) => kind === 'letters'), ...packages];
  const key = JSON.stringify(standingTexts(format, typed, offer));
  // Memoized while unchanged, so that typing a name does not lay out the drawing again.
  const texts = useMemo((): StandingText[] => JSON.parse(key), [key]);
  const missing = useMemo(
    () => (estimate?.available === false ? estimate.shortages.flatMap(({ letter }) => letter ?? []) : []),
    [estimate],
  );
  return (
    <SignStage
      message={texts.map((line) => line.text).join(' ')}
      size={null}
      texts={texts}
      missing={missing}
      height={104}
    >
      {children}
    </SignStage>
  );
}
