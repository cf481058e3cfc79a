import type { Quote } from '@/api/types';
import { quoteStatus } from '@/lib/status';
import { Badge } from '@/ui/Badge';

/** Status of a quote; drafts that revise a sent version show the version number. */
export function StatusBadge({ quote }: { quote: Pick<Quote, 'status' | 'changedSinceSent' | 'version'> }) {
  const { tone, word } = quoteStatus[quote.status];
  return (
    <Badge tone={tone}>
      {quote.status === 'draft' && quote.changedSinceSent ? `${word} of version ${quote.version}` : word}
    </Badge>
  );
}
