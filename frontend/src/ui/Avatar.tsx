import { cn } from '@/lib/cn';

/**
 * Initials of a person or business: two upper-case letters.
 *
 * With a company name: the first two letters of a single word, otherwise the first letters of the first two
 * words. Without one: the first two letters of the username. Words of punctuation are skipped: "Neon & Sons"
 * gives NS.
 */
export function initials(username: string, companyName?: string | null): string {
  const words = (companyName ?? '').split(/\s+/).filter((word) => word !== '');
  const spoken = words.filter((word) => !/^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u.test(word));
  const [first, second] = spoken.length > 0 ? spoken : words;
  if (first === undefined) {
    return firstLetters(username.trim(), 2);
  }
  if (second === undefined) {
    return firstLetters(first, 2);
  }
  return firstLetters(first, 1) + firstLetters(second, 1);
}

/** First letters by code point, so that an emoji or accent outside the basic plane is not split. */
function firstLetters(text: string, count: number): string {
  return [...text].slice(0, count).join('').toUpperCase();
}

/** Decorative initials on a disc. The name must be next to it or in a label. */
export function Avatar({ initials, className }: { initials: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-grid size-9 shrink-0 place-items-center rounded-full border border-bulb/60 bg-[radial-gradient(circle_at_50%_30%,#3a3150,#1d1929)] font-semibold text-[#ffd79a] text-xs tracking-wide',
        className,
      )}
    >
      {initials}
    </span>
  );
}
