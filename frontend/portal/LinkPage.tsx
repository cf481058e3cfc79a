import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { siteName } from '@/lib/site-name';
import { NightPage } from './NightPage';

interface Missing {
  readonly missing: boolean;
  readonly sentence: string;
}

/** Whether there is nothing behind a link, rather than a failure that may pass. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

export interface LinkPageProps<T> {
  token: string;
  read: (token: string) => Promise<T>;
  /** The heading while the page loads. */
  title: string;
  missing: string;
  failed: string;
  /** Draws what was read. `load` reads it again. */
  children: (found: T, onChanged: (found: T) => void, load: () => Promise<void>) => ReactNode;
}

/** A page that a customer opens by link: it loads, is not available, could not be loaded, or is there. */
export function LinkPage<T extends object>({
  token,
  read,
  title,
  missing,
  failed,
  children,
}: LinkPageProps<T>) {
  const [loaded, setLoaded] = useState<{ readonly found: T } | Missing | null>(null);
  const load = useCallback(async () => {
    try {
      setLoaded({ found: await read(token) });
    } catch (error) {
      setLoaded({ missing: isMissing(error), sentence: sentenceOf(error) });
    }
  }, [token, read]);
  const set = useCallback((found: T) => setLoaded({ found }), []);
  useEffect(() => {
    void load();
  }, [load]);
  if (loaded === null) return <Loading title={title} />;
  if ('found' in loaded) return children(loaded.found, set, load);
  return (
    <Unavailable
      {...loaded}
      titles={{ missing, failed }}
      onAgain={() => {
        setLoaded(null);
        void load();
      }}
    />
  );
}

export function Loading({ title }: { title: string }) {
  return (
    <main aria-busy="true" className="flex-1">
      <div className="night night-ground grid min-h-96 place-items-center text-ink">
        <h1 className="font-semibold text-xl">{title}</h1>
      </div>
      <p role="status" className="sr-only">
        Loading
      </p>
    </main>
  );
}

interface UnavailableProps extends Missing {
  titles: { readonly missing: string; readonly failed: string };
  onAgain: () => void;
}

export function Unavailable({ missing, sentence, titles, onAgain }: UnavailableProps) {
  return missing ? (
    <NightPage sign="Hm" title={titles.missing} text={sentence} />
  ) : (
    <NightPage sign="Hello?" title={titles.failed} text={sentence} onAgain={onAgain} />
  );
}

/** The foot of the page: the business, and what the page was made with. */
export function Foot({ company, verb = 'with' }: { company: { readonly name: string }; verb?: string }) {
  return (
    <footer className="screen-only px-4 pb-8 text-center text-faint text-sm">
      {company.name} · {verb}{' '}
      <a
        href="/"
        target="_blank"
        rel="noopener noreferrer"
        className="font-semibold text-soft hover:underline"
      >
        {siteName}
      </a>
    </footer>
  );
}
