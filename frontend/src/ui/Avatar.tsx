import { cn } from '@/lib/cn';

/**
 * Two upper-case letters that stand for a person or a business.
 *
 * The company name gives them when there is one: its first two letters if it is a single word, else the first
 * letters of its first two words. Without a company name the username's first two letters do. A word that is only
 * punctuation stands for nobody: "Neon & Sons" are N and S.
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

/** Counts code points, so that an emoji or an accent outside the basic plane is not cut in half. */
function firstLetters(text: string, count: number): string {
  return [...text].slice(0, count).join('').toUpperCase();
}

/** Initials on a bulb-lit disc. Decoration: the name must be beside it or in a label. */
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
