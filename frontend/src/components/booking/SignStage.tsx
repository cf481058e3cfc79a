import { type ReactNode, useMemo } from 'react';
import { cn } from '@/lib/cn';
import { span } from '@/lib/spans';
import { counted, listed, sizeName } from '@/lib/words';
import { widthInFeet } from '@/sign/layout';
import { lettersOf } from '@/sign/letters';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { type StandingText, standingLines, standingWords } from '@/sign/standing';

export interface SignStageProps {
  message: string;
  /** What its letters are in; null where they are in several. */
  size: string | null;
  /** How high they are; its width is named where this is known. */
  heightInches?: number;
  /** The texts of a rental as they will be set up, drawn in place of the message. */
  texts?: readonly StandingText[];
  /** Letters that are short of stock. */
  missing?: readonly string[];
  lit?: boolean;
  height?: number;
  /** Shown below the sign, above the line about its letters. */
  children?: ReactNode;
  /** For a dialog: a low band, which gives its room to the facts where the window is low. */
  compact?: boolean;
  className?: string;
}

const noneMissing: readonly string[] = [];

/** A sign at night, with its letters counted and its width in feet. */
export function SignStage({
  message,
  size,
  texts,
  missing = noneMissing,
  lit = true,
  heightInches = 0,
  height = 84,
  children,
  compact = false,
  className,
}: SignStageProps) {
  const letters = lettersOf(message);
  const count = letters.length;
  const feet = widthInFeet(message, heightInches / 12);
  const lines = useMemo(
    () => texts && standingLines(texts).map((line) => ({ ...line, missing })),
    [texts, missing],
  );
  const empty = count === 0;
  const short = [...new Set(missing)].filter((letter) => letters.includes(letter));
  const width = feet > 0 && size !== null ? ` · about ${span(feet)} wide in ${sizeName(size)}` : '';
  const words = empty
    ? 'Type a message to see the sign'
    : texts
      ? standingWords(texts, count)
      : `${counted(count, 'letter')}${width}`;
  if (compact) {
    // What has no letters has no sign.
    if (empty) return null;
    return (
      <div
        className={cn(
          'night night-ground grid items-center gap-x-6 gap-y-1 px-5 py-3 text-ink sm:grid-cols-[minmax(0,1fr)_auto] [@media(height<32rem)]:hidden',
          className,
        )}
      >
        <div className="min-w-0">
          <MarqueeSign
            message={message}
            lines={lines}
            state={lit ? 'lit' : 'unlit'}
            missing={missing}
            height={36}
            maxHeight={texts === undefined || texts.length < 2 ? 68 : 132}
            surface="night"
          />
        </div>
        <p className="tabular text-soft text-sm">
          {words}
          {short.length === 0 ? null : (
            <b className="ml-2 inline-block font-semibold text-amber">Not enough {listed(short)}</b>
          )}
        </p>
      </div>
    );
  }
  return (
    <div className={cn('night night-ground grid gap-3 px-4 py-6 text-center text-ink sm:px-8', className)}>
      <div
        className={cn('grid min-h-24 min-w-0 place-items-center [&>*]:min-w-0', empty && 'opacity-40')}
        aria-hidden={empty}
      >
        <MarqueeSign
          message={empty ? 'Your words' : message}
          lines={empty ? undefined : lines}
          state={lit && !empty ? 'lit' : 'unlit'}
          missing={missing}
          height={height}
          maxHeight={height * 1.9}
          surface="night"
          align="center"
          switchOn
        />
      </div>
      {children}
      <p className="tabular min-h-5 text-soft text-sm">
        {words}
        {short.length === 0 || empty ? null : (
          <b className="ml-2 inline-block font-semibold text-amber">Not enough {listed(short)}</b>
        )}
      </p>
    </div>
  );
}
