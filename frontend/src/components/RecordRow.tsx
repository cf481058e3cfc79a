import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Link from a list to a record's details. */
export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      state={{ fromList: true }}
      preventScrollReset
      className="rounded-sm font-medium hover:underline"
    >
      {children}
    </Link>
  );
}

interface CardHeadProps {
  /** Content before the link, such as a checkbox. */
  before?: ReactNode;
  link: ReactNode;
  /** Subtitle. */
  text: string;
  menu: ReactNode;
}

/** Header of a record's card in a list. */
export function CardHead({ before, link, text, menu }: CardHeadProps) {
  return (
    <div className="flex items-start gap-3">
      {before}
      <div className="min-w-0 flex-1">
        <p className="truncate text-base leading-5">{link}</p>
        <p className="mt-0.5 truncate">{text}</p>
      </div>
      <div className="-my-1.5 -mr-2">{menu}</div>
    </div>
  );
}
