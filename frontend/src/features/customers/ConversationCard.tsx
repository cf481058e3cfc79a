import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useConversationsOverview } from '@/api/conversations-overview';
import { Conversation } from '@/components/conversation/Conversation';
import { Card, CardHeader } from '@/ui/Card';

const ANCHOR = 'conversation';
/** Space for the page's header, in pixels. */
const HEADER = 80;

/** The customer's conversation; hidden from users who may not read conversations. */
export function ConversationCard({ customerId }: { customerId: number }) {
  const visible = useConversationsOverview().data?.visible ?? false;
  const card = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // The card appears after the page's own scrolling to the anchor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated link to the anchor has a new key.
  useEffect(() => {
    if (!visible || hash !== `#${ANCHOR}` || card.current === null) return;
    window.scrollBy({ top: card.current.getBoundingClientRect().top - HEADER });
  }, [visible, hash, key]);
  if (!visible) return null;
  return (
    <Card ref={card} id={ANCHOR} className="overflow-hidden">
      <CardHeader title="Conversation" className="border-line border-b pb-4" />
      <Conversation customerId={customerId} />
    </Card>
  );
}
