import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { FormatProvider, type FormatSettings } from '@/lib/format';
import { siteName } from '@/lib/site-name';
import { NightPage } from './NightPage';

interface Missing {
  readonly missing: boolean;
  readonly sentence: string;
}

/** True if the link is invalid, as opposed to a temporary failure. */
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
  /** Renders the loaded data. `load` fetches it again. */
  children: (data: T, onChanged: (data: T) => void, load: () => Promise<void>) => ReactNode;
}

/** A page that a customer opens by link, with the formats of the business that it loads. */
export function LinkPage<T extends FormatSettings>({ children, ...props }: LinkPageProps<T>) {
  return (
    <PlainLinkPage {...props}>
      {(data, onChanged, load) => (
        <FormatProvider of={data}>{children(data, onChanged, load)}</FormatProvider>
      )}
    </PlainLinkPage>
  );
}

/** A page that a customer opens by link, with its states: loading, not available, failed or ready. */
export function PlainLinkPage<T>({ token, read, title, missing, failed, children }: LinkPageProps<T>) {
  const [loaded, setLoaded] = useState<{ readonly found: T } | Missing | null>(null);
  const load = useCallback(async () => {
    try {
      setLoaded({ found: await read(token) });
    } catch (error) {
      setLoaded({ missing: isMissing(error), sentence: sentenceOf(error) });
    }
  }, [token, read]);
  const set = useCallback((data: T) => setLoaded({ found: data }), []);
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
    <NightPage sign="Hmm" title={titles.missing} text={sentence} />
  ) : (
    <NightPage sign="Hello?" title={titles.failed} text={sentence} onAgain={onAgain} />
  );
}

/** Footer with the business's name and a link to the product. */
export function Foot({
  company,
  verb = 'powered by',
}: {
  company: { readonly name: string };
  verb?: string;
}) {
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
