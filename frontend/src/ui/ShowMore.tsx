import { Button } from './Button';

/** A list that is read page after page. */
export interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Reads the next page of a list; nothing once it is whole. */
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
