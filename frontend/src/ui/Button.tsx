import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const button = cva(
  'inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-[background-color,border-color,color,box-shadow] duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      kind: {
        primary:
          'bg-action text-on-action shadow-[inset_0_1px_0_rgb(255_255_255/0.18),0_1px_2px_rgb(21_18_31/0.25)] hover:bg-action-strong disabled:hover:bg-action',
        secondary: 'border border-edge/60 bg-surface text-ink shadow-card hover:border-edge hover:bg-sunken',
        quiet: 'text-ink hover:bg-sunken',
        danger: 'bg-danger-fill text-white hover:brightness-90',
        bulb: 'bg-bulb text-night shadow-glow hover:bg-[#ffc56b]',
      },
      size: {
        sm: 'h-8 px-3 text-sm',
        md: 'h-10 px-4 text-sm',
        lg: 'h-12 px-6 text-base',
        icon: 'size-9',
      },
    },
    defaultVariants: { kind: 'primary', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Applies the button styles to the only child, for links that look like buttons. */
  asChild?: boolean;
  /** Whether the action is in progress; disables the button. */
  pending?: boolean;
  /** Label while pending, instead of the children. */
  pendingLabel?: string;
}

export function Button({
  kind,
  size,
  asChild = false,
  pending,
  pendingLabel,
  className,
  type = 'button',
  disabled,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(button({ kind, size }), className);
  return asChild ? (
    <Slot.Root className={classes} {...props}>
      {children}
    </Slot.Root>
  ) : (
    <button type={type} className={classes} disabled={disabled || pending} aria-busy={pending} {...props}>
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  );
}
