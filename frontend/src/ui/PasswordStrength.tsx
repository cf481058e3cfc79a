import { cn } from '@/lib/cn';
import { type Strength, strengthOf } from '@/lib/password-strength';

const shown: Record<Strength, { bars: number; color: string; words: string }> = {
  short: { bars: 0, color: '', words: '' },
  weak: { bars: 1, color: 'bg-danger', words: 'Weak: easy to guess. 12 characters or more are better.' },
  fair: { bars: 2, color: 'bg-amber', words: 'Fair. 12 characters or more are better.' },
  strong: { bars: 3, color: 'bg-good', words: 'Strong' },
};

/** The hint of a field for a new password: what it needs, then how strong it is while somebody types. */
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
