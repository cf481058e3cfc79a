import { Copy } from 'lucide-react';
import { copyText } from '@/lib/copy';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

/** Copies the address of the public form. */
export function CopyLink({ link }: { link: string }) {
  const copy = async () => {
    try {
      await copyText(link);
      toast({ title: 'Link copied', description: link });
    } catch {
      toast({ title: 'Failed to copy', description: `Please copy it by hand: ${link}`, destructive: true });
    }
  };
  return (
    <Button size="sm" kind="secondary" onClick={copy}>
      <Copy aria-hidden="true" />
      Copy Link
    </Button>
  );
}
