import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Primary action of the page. */
  action?: ReactNode;
}

/** Page heading with one primary action. */
export function PageHeader({ title, description, action }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="font-semibold text-2xl tracking-tight sm:text-[1.75rem]">{title}</h1>
        {description === undefined ? null : <p className="mt-1 text-pretty text-soft">{description}</p>}
      </div>
      {action}
    </header>
  );
}
