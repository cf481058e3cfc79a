/** The dark top of the form, where the sign lights up while the visitor types. */
import type { ReactNode } from 'react';
import type { Estimate } from '@/booking-form/answers';
import type { Offer } from '@/booking-form/offer';
import { FORM, PLACES, PRICE } from '@/booking-form/texts';
import { lettersOf } from '@/sign/letters';
import { Letters, lettersOnSign } from './letters';
import type { StandingLine } from './Sign';
import { useLazyParts, useSign } from './useLazyParts';

interface StageProps {
  /** Lines of letters, from top to bottom; lines without letters are omitted. */
  readonly lines: readonly StandingLine[];
  readonly offer: Offer;
  readonly estimate: Estimate | null;
  /** True if the estimate matches the form's current content. */
  readonly current: boolean;
  /** Suggested words that the operator's letters of this size can spell. */
  readonly ideas?: readonly string[];
  readonly onIdea?: (message: string) => void;
  readonly chase?: boolean;
  readonly header?: ReactNode;
  readonly children?: ReactNode;
}

/** A group of controls before its file has loaded, which makes it a toolbar. */
export function Plain({ className, children }: { label: string; className?: string; children: ReactNode }) {
  return <div className={className}>{children}</div>;
}

export function Stage({
  lines,
  offer,
  estimate,
  current,
  ideas = [],
  onIdea,
  chase = false,
  header,
  children,
}: StageProps) {
  const drawing = useSign();
  const lazy = useLazyParts();
  const Ideas = typeof lazy === 'string' ? Plain : lazy.Toolbar;
  const standing = lines.filter(({ text }) => lettersOf(text).length > 0);
  const typed = standing.flatMap(({ text }) => lettersOf(text));
  const letters = lettersOnSign(current ? estimate : null, typed);
  const shortages = estimate?.available === false ? estimate.shortages : [];
  const short = [...new Set(shortages.map((shortage) => shortage.letter ?? ''))].filter((letter) =>
    letters.includes(letter),
  );
  const empty = typed.length === 0;
  return (
    <div className="stage">
      <div className="stage-inner">
        {header}
        <div className={empty ? 'sign-box' : 'sign-box lit'} aria-hidden={empty}>
          {drawing && (
            <drawing.Sign
              message={PLACES.signs.empty}
              lines={standing}
              offer={offer}
              shortages={shortages}
              state={empty ? 'unlit' : 'lit'}
              height={empty ? 92 : 112}
              chase={chase}
            />
          )}
        </div>
        {children}
        <div className="caption" role="status">
          {!empty && (
            <>
              <span>
                {FORM.letterCount(letters.length)} <Letters letters={letters} short={new Set(short)} />
              </span>
              {short.length > 0 && <strong>{PRICE.notEnough(short)}</strong>}
              {drawing && <drawing.Width lines={standing} offer={offer} />}
              {drawing && !chase && <drawing.Lights lines={standing} offer={offer} />}
            </>
          )}
        </div>
        {onIdea && empty && ideas.length > 0 && (
          <Ideas label={FORM.ideas} className="ideas">
            {ideas.map((idea) => (
              <button key={idea} type="button" aria-label={FORM.tryIdea(idea)} onClick={() => onIdea(idea)}>
                {idea}
              </button>
            ))}
          </Ideas>
        )}
      </div>
    </div>
  );
}
