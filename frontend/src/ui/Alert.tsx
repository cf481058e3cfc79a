import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

export interface AlertProps {
  title: ReactNode;
  children?: ReactNode;
  /** Action that resolves the problem. */
  action?: ReactNode;
  className?: string;
}

/** Error message shown where the error happened and announced by screen readers. */
export function Alert({ title, children, action, className }: AlertProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex items-start gap-3 rounded-md border border-danger-line/60 bg-danger-wash px-3.5 py-3 text-sm',
        className,
      )}
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-danger">{title}</p>
        {children === undefined ? null : <div className="mt-1 text-ink">{children}</div>}
        {action === undefined ? null : <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
