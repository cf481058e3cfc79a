import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { counted, listed } from '@/lib/words';
import { widthInFeet } from '@/sign/layout';
import { lettersOf } from '@/sign/letters';
import { MarqueeSign } from '@/sign/MarqueeSign';

export interface SignStageProps {
  message: string;
  size: string;
  /** Letters that are short of stock. */
  missing?: readonly string[];
  lit?: boolean;
  height?: number;
  /** What stands below the sign, above the line about its letters. */
  children?: ReactNode;
  className?: string;
}

/** A sign at night, with its letters counted and its width in feet. */
export function SignStage({
  message,
  size,
  missing = [],
  lit = true,
  height = 84,
  children,
  className,
}: SignStageProps) {
  const letters = lettersOf(message);
  const count = letters.length;
  const feet = widthInFeet(message, Number.parseFloat(size));
  const empty = count === 0;
  const short = [...new Set(missing)].filter((letter) => letters.includes(letter));
  return (
    <div className={cn('night night-ground grid gap-3 px-4 py-6 text-center text-ink sm:px-8', className)}>
      <div
        className={cn('grid min-h-24 min-w-0 place-items-center [&>*]:min-w-0', empty && 'opacity-40')}
        aria-hidden={empty}
      >
        <MarqueeSign
          message={empty ? 'Your words' : message}
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
        {empty
          ? 'Type a message to see the sign'
          : `${counted(count, 'letter')}${feet > 0 ? ` · about ${feet.toFixed(1)} ft wide in ${size}` : ''}`}
        {short.length === 0 || empty ? null : (
          <b className="ml-2 inline-block font-semibold text-amber">Not enough {listed(short)}</b>
        )}
      </p>
    </div>
  );
}
