import { counted } from '@/lib/words';

/** Number of search results. Renders nothing while loading. */
export function Matching({ count, noun }: { count: number | undefined; noun: string }) {
  return count === undefined ? null : (
    <p role="status" className="tabular ml-auto text-soft text-sm">
      {counted(count, noun)}
    </p>
  );
}
