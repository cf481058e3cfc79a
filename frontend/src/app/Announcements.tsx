import { Megaphone, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ShownAnnouncement } from '@/api/announcements';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';

const KEY = 'marqueedesk.announcements';
const MOST = 20;
const EVERY_MS = 10_000;

/** Return the ids of announcements that were closed on this device. */
function closedOnes(): readonly number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

/** Announcements of the site above the page. A closed one stays closed on this device. */
export function Announcements({ rows }: { rows: readonly ShownAnnouncement[] }) {
  const [closed, setClosed] = useState(closedOnes);
  const close = (id: number) => {
    const ids = [id, ...closed].slice(0, MOST);
    setClosed(ids);
    try {
      localStorage.setItem(KEY, JSON.stringify(ids));
    } catch {
      // Without storage, it is shown again on the next visit.
    }
  };
  // Planned maintenance stays until it starts.
  const shown = rows.filter((row) => row.countdownTo != null || !closed.includes(row.id));
  return shown.length === 0 ? null : (
    <section aria-label="Announcements" className="page grid gap-2 pt-4">
      {shown.map((row) => (
        <div
          key={row.id}
          className="flex items-start gap-3 rounded-md border border-amber-line/60 bg-amber-wash px-3.5 py-3 text-sm"
        >
          <Megaphone aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
          <p className="wrap-anywhere min-w-0 flex-1 whitespace-pre-line">
            {row.text}
            {row.countdownTo == null ? null : <Countdown to={row.countdownTo} />}
          </p>
          {row.countdownTo == null ? (
            <Button kind="quiet" size="icon" aria-label="Close announcement" onClick={() => close(row.id)}>
              <X aria-hidden="true" />
            </Button>
          ) : null}
        </div>
      ))}
    </section>
  );
}

/** Time left until planned maintenance, by the minute. */
function Countdown({ to }: { to: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.ceil((Date.parse(to) - now) / 60_000);
  return <strong className="tabular"> {minutes <= 0 ? 'Starting now.' : `In ${duration(minutes)}.`}</strong>;
}

function duration(minutes: number): string {
  if (minutes < 60) return counted(minutes, 'minute');
  const rest = minutes % 60;
  return rest === 0
    ? counted(minutes / 60, 'hour')
    : `${counted(Math.floor(minutes / 60), 'hour')} ${counted(rest, 'minute')}`;
}
