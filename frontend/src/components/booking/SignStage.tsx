import { type ReactNode, useMemo } from 'react';
import { cn } from '@/lib/cn';
import { useFormat } from '@/lib/format';
import { counted, listed, sizeName, span } from '@/lib/words';
import { widthInFeet } from '@/sign/layout';
import { lettersOf } from '@/sign/letters';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { SignScene } from '@/sign/SignScene';
import { type StandingText, standingLines, standingWords } from '@/sign/standing';

export interface SignStageProps {
  message: string;
  /** Size of the letters; null for several sizes. */
  size: string | null;
  /** Height of the letters, if known; the sign's width is then shown. */
  heightInches?: number;
  /** The texts of the sign as set up, drawn instead of the message. */
  texts?: readonly StandingText[];
  /** Letters that are short. */
  missing?: readonly string[];
  lit?: boolean;
  height?: number;
  /** Content between the sign and its letter count. */
  children?: ReactNode;
  /** For dialogs: a low band that is hidden in low windows. */
  compact?: boolean;
  className?: string;
}

const noneMissing: readonly string[] = [];

/** A preview of the sign at night, with its letter count and width. */
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
  const format = useFormat();
  const letters = lettersOf(message);
  const count = letters.length;
  const feet = widthInFeet(message, heightInches / 12);
  const lines = useMemo(
    () => texts && standingLines(texts).map((line) => ({ ...line, missing })),
    [texts, missing],
  );
  const empty = count === 0;
  const short = [...new Set(missing)].filter((letter) => letters.includes(letter));
  const width =
    feet > 0 && size !== null ? ` · about ${span(format, feet)} wide in ${sizeName(format, size)}` : '';
  const words = empty
    ? 'Type a message to see the sign'
    : texts
      ? standingWords(format, texts, count)
      : `${counted(count, 'letter')}${width}`;
  if (compact) {
    // Without letters there is no sign to draw.
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
        <SignScene
          letterInches={texts ? Math.max(0, ...texts.map((text) => text.heightInches)) : heightInches}
          message={empty ? 'Your message' : message}
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
