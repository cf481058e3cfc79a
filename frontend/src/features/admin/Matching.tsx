import { counted } from '@/lib/words';

/** How many of a list match what was searched for; nothing until that is known. */
export function Matching({ count, noun }: { count: number | undefined; noun: string }) {
  return count === undefined ? null : (
    <p role="status" className="tabular ml-auto text-soft text-sm">
      {counted(count, noun)}
    </p>
  );
}
