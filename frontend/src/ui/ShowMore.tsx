import { Button } from './Button';

/** Paginated list. */
export interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Button that loads the next page. Renders nothing once everything is loaded. */
export function ShowMore({ list }: { list: Paged }) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      kind="secondary"
      className="justify-self-center"
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? 'Loading...' : 'Show More'}
    </Button>
  );
}
