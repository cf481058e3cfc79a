import type { Quote } from '@/api/types';
import { quoteStatus } from '@/lib/status';
import { Badge } from '@/ui/Badge';

/** The state of a quote; a draft that follows a version which was sent says so. */
export function StatusBadge({ quote }: { quote: Pick<Quote, 'status' | 'changedSinceSent' | 'version'> }) {
  const { tone, word } = quoteStatus[quote.status];
  return (
    <Badge tone={tone}>
      {quote.status === 'draft' && quote.changedSinceSent ? `${word} of version ${quote.version}` : word}
    </Badge>
  );
}
