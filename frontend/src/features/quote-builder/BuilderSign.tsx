import { type ReactNode, useMemo } from 'react';
import type { Offer } from '@/booking-form/offer';
import { SignStage } from '@/components/booking/SignStage';
import { sizeName } from '@/lib/words';
import { lettersOf } from '@/sign/letters';
import type { StandingText } from '@/sign/standing';
import type { QuoteForm } from './useQuote';

/** A line with what can be seen of it, as it is typed or as the price has it. */
type Line =
  | { kind: 'letters'; text: string; size: string; finish: string; colorOption: string }
  | { kind: 'item' }
  | { kind: 'package'; lines?: readonly Line[] };

/** The texts of lines as they will stand. */
function standingTexts(lines: readonly Line[], offer: Offer): StandingText[] {
  return lines.flatMap((line) => {
    if (line.kind === 'package') return standingTexts(line.lines ?? [], offer);
    if (line.kind === 'item' || lettersOf(line.text).length === 0) return [];
    const size = offer.sizes.find(({ code }) => code === line.size);
    const finishes = size?.finishes ?? [];
    const finish = finishes.find(({ code }) => code === line.finish) ?? finishes[0];
    return [
      {
        text: line.text,
        size: sizeName(size?.label ?? line.size),
        heightInches: size?.heightInches ?? 0,
        color: offer.colors.find(({ code }) => code === line.colorOption)?.swatch ?? null,
        finish: finish?.label ?? '',
      },
    ];
  });
}

interface BuilderSignProps {
  quote: QuoteForm;
  offer: Offer;
  /** The field of the first text, below the sign. */
  children: ReactNode;
}

/** All letters of the quote as they will stand, with those that are short. */
export function BuilderSign({ quote: { form, terms }, offer, children }: BuilderSignProps) {
  const { estimate } = form.estimate;
  const { message: text, size, colorOption } = form.draft;
  // What a package says is known when the server has put it together.
  const packages = (estimate?.lines ?? []).filter(({ kind }) => kind === 'package');
  const typed: Line[] = [
    { kind: 'letters', text, size, colorOption, finish: terms.finish },
    ...terms.more.filter(({ kind }) => kind === 'letters'),
    ...packages,
  ];
  const key = JSON.stringify(standingTexts(typed, offer));
  // The same object while nothing of it changes, so that the drawing is not laid out for each letter of a name.
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
