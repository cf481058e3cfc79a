import { cn } from '@/lib/cn';

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
