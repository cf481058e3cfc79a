import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

export interface EmptyStateProps {
  title: string;
  description?: ReactNode;
  /** Image above the title. */
  picture?: ReactNode;
  /** Primary next step. */
  action?: ReactNode;
  className?: string;
}

/** Placeholder for an empty list, with the reason and the next step. */
export function EmptyState({ title, description, picture, action, className }: EmptyStateProps) {
  return (
    <div className={cn('grid justify-items-center gap-2 px-6 py-12 text-center', className)}>
      {picture === undefined ? null : <div className="mb-3 w-full max-w-sm">{picture}</div>}
      <p className="font-semibold text-base">{title}</p>
      {description === undefined ? null : (
        <p className="max-w-md text-pretty text-soft text-sm">{description}</p>
      )}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  );
}
