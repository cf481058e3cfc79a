/** The letters of a sign, one by one. */
import type { Estimate } from '@/booking-form/answers';

/** The letters that will be delivered and charged, with those in short supply marked. */
export function Letters({ letters, short }: { letters: readonly string[]; short?: ReadonlySet<string> }) {
  return (
    <span className="letters">
      {letters.map((letter, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: letters are identified by position.
        <span key={i} className={short?.has(letter) ? 'short' : ''}>
          {letter}{' '}
        </span>
      ))}
    </span>
  );
}

/** Letters of the current estimate, including those of packages; until it arrives, the typed letters. */
export function lettersOnSign(estimate: Estimate | null, typed: readonly string[]): readonly string[] {
  return estimate?.letters.length ? estimate.letters : typed;
}
