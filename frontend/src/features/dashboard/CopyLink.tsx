import { Copy } from 'lucide-react';
import { copyLink } from '@/booking-parts/copy';
import { Button } from '@/ui/Button';

/** Copies the address of the public form. */
export function CopyLink({ link }: { link: string }) {
  return (
    <Button size="sm" kind="secondary" onClick={() => copyLink(link)}>
      <Copy aria-hidden="true" />
      Copy Link
    </Button>
  );
}
