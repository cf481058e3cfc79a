import { type ReactNode, useId } from 'react';

/** Part of a dialog or page with a small heading. */
export function Section({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="mb-2 font-semibold text-faint text-xs uppercase tracking-wider">
        {title}
      </h3>
      {children}
    </section>
  );
}
