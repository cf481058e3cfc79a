import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      className={cn('min-w-0 rounded-xl border border-line bg-surface shadow-card', className)}
      {...props}
    />
  );
}

export interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Badge or button at the right. */
  aside?: ReactNode;
  className?: string;
}

export function CardHeader({ title, description, aside, className }: CardHeaderProps) {
  return (
    <header
      className={cn(
        'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5 last:pb-5',
        className,
      )}
    >
      <div className="min-w-0">
        <h2 className="font-semibold text-base tracking-tight">{title}</h2>
        {description === undefined ? null : <p className="mt-0.5 text-soft text-sm">{description}</p>}
      </div>
      {aside}
    </header>
  );
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('px-5 py-5', className)} {...props} />;
}
