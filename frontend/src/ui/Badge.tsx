import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const badge = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border border-current/20 px-2.5 py-0.5 font-medium text-xs leading-5 [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-soft',
        yellow: 'bg-amber-wash text-amber',
        orange: 'bg-orange-wash text-orange',
        green: 'bg-good-wash text-good',
        blue: 'bg-info-wash text-info',
        red: 'bg-danger-wash text-danger',
        indigo: 'bg-action-wash text-link',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badge>['tone']>;

/** Short colored label; the text must be clear without the color. */
export function Badge({ tone, className, ...props }: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return <span className={cn(badge({ tone }), className)} {...props} />;
}
