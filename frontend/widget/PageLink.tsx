import { type MouseEvent, type ReactNode, useState } from 'react';
import { PAGE_LINK } from '@/booking-form/lazy-texts';

interface PageLinkProps {
  readonly href: string;
  /** Email address the link was also sent to; null if it wasn't emailed. */
  readonly email: string | null;
  readonly className: string;
  /** Opens the page in place of the embedding page, not in a new tab. */
  readonly replace?: boolean;
  readonly children: ReactNode;
}

const isFramed = () => window.parent !== window;

/** Open a page in place of the embedding page or, if the frame may not do that, in a new tab. */
function openOnTop(href: string): void {
  try {
    if (window.top) window.top.location.href = href;
  } catch {
    window.open(href, '_blank', 'noopener');
  }
}

/**
 * Link to the booking's page. The page cannot be framed, and a frame may block both new tabs and navigation
 * silently, so pressing the link in a frame also shows the address.
 */
export function PageLink({ href, email, className, replace = false, children }: PageLinkProps) {
  const [pressed, setPressed] = useState(false);
  const onClick = (event: MouseEvent) => {
    if (!isFramed()) return;
    setPressed(true);
    if (!replace) return;
    event.preventDefault();
    openOnTop(href);
  };
  return (
    <>
      <a
        href={href}
        target={replace ? '_top' : '_blank'}
        rel="noopener noreferrer"
        className={className}
        onClick={onClick}
      >
        {children}
      </a>
      <p className="hint" role="status">
        {pressed && (
          <>
            {PAGE_LINK.blocked} <b className="address">{href}</b> {email && PAGE_LINK.emailed(email)}
          </>
        )}
      </p>
    </>
  );
}
