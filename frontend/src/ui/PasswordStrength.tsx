import { cn } from '@/lib/cn';

type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** Size of each character class used by a password. */
const classes: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^a-zA-Z0-9]/, 30],
];
const firstGuesses = /^(pass|qwert|asdf|abc|letme|welcome|admin|iloveyou|secret|[0-9]+$)/i;
const weakBelow = 35;
const strongFrom = 58;

/**
 * Estimate password strength in steps. Advisory and without a dictionary; the server decides which passwords
 * are accepted.
 */
export function strengthOf(password: string): Strength {
  if (password.length < 6) {
    return 'short';
  }
  if (password.length < 16 && firstGuesses.test(password)) {
    return 'weak';
  }
  const pool = classes.reduce((sum, [used, size]) => (used.test(password) ? sum + size : sum), 0);
  // A character that follows from the previous one ("aaa", "678") adds almost nothing.
  let counted = 0;
  for (let at = 0; at < password.length; at += 1) {
    const step = at === 0 ? 2 : Math.abs(password.charCodeAt(at) - password.charCodeAt(at - 1));
    counted += step <= 1 ? 0.25 : 1;
  }
  const bits = counted * Math.log2(pool);
  if (bits < weakBelow) {
    return 'weak';
  }
  return bits < strongFrom ? 'fair' : 'strong';
}

const shown: Record<Strength, { bars: number; color: string; words: string }> = {
  short: { bars: 0, color: '', words: '' },
  weak: { bars: 1, color: 'bg-danger', words: 'Weak: easy to guess. Use 12 or more characters.' },
  fair: { bars: 2, color: 'bg-amber', words: 'Fair. Use 12 or more characters for a stronger password.' },
  strong: { bars: 3, color: 'bg-good', words: 'Strong' },
};

/** Hint of a new-password field: the requirement, then the strength while typing. */
export function PasswordStrength({ password, shortest = 6 }: { password: string; shortest?: number }) {
  const { bars, color, words } = shown[password.length < shortest ? 'short' : strengthOf(password)];
  return (
    <>
      {bars === 0 ? null : (
        <span aria-hidden="true" className="mb-1.5 flex gap-1">
          {[1, 2, 3].map((bar) => (
            <span key={bar} className={cn('h-1 flex-1 rounded-full', bar <= bars ? color : 'bg-line')} />
          ))}
        </span>
      )}
      {bars === 0 ? `At least ${shortest} characters` : words}
    </>
  );
}
