import type { ReactNode } from 'react';
import { sentenceOf } from '@/api/errors';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { LoadError } from '@/ui/LoadError';
import { Skeleton } from '@/ui/Skeleton';

export interface PagedCardProps {
  /** The pages loaded so far, from an infinite query. */
  pages: {
    error: unknown;
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  /** Number of entries. */
  summary: string;
  failed: string;
  children: ReactNode;
}

/** A paginated list. Loaded pages stay even if the next one fails. */
export function PagedCard({ pages, summary, failed, children }: PagedCardProps) {
  return (
    <>
      <Card
        aria-busy={pages.isPlaceholderData}
        className={cn(
          '@container overflow-hidden transition-opacity',
          pages.isPlaceholderData && 'opacity-60',
        )}
      >
        {children}
        <footer className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 text-faint text-sm">
          <p aria-live="polite" className="tabular">
            {summary}
          </p>
          {pages.hasNextPage ? (
            <Button
              kind="secondary"
              size="sm"
              pending={pages.isFetchingNextPage}
              pendingLabel="Loading..."
              onClick={() => pages.fetchNextPage()}
            >
              Load More
            </Button>
          ) : null}
        </footer>
      </Card>
      {pages.error === null ? null : (
        <LoadError
          title={failed}
          sentence={sentenceOf(pages.error)}
          onRetry={() => (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())}
        />
      )}
    </>
  );
}

/** Placeholder of a loading list. */
export function ListLoading({ what }: { what: string }) {
  return (
    <Card role="status" data-page-loading="" className="grid gap-3 p-5">
      <span className="sr-only">Loading your {what}</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </Card>
  );
}
