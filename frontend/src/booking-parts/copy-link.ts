import { copyText } from '@/lib/copy';
import { toast } from '@/ui/toast-store';

/** Puts somebody's link on the clipboard, and says so. */
export async function copyLink(link: string): Promise<void> {
  try {
    await copyText(link);
    toast({ title: 'Link copied', description: link });
  } catch {
    toast({ title: 'Failed to copy', description: `Please copy it by hand: ${link}`, destructive: true });
  }
}
