import { useEffect, useState } from 'react';
import { toast } from '@/ui/toast-store';

/**
 * Puts text on the clipboard.
 *
 * Rejects where the browser refuses or has no clipboard (a page without https).
 */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) {
    throw new Error('This browser has no clipboard for this page.');
  }
  await navigator.clipboard.writeText(text);
}

/** Puts somebody's link on the clipboard, and says so. */
export async function copyLink(link: string): Promise<void> {
  try {
    await copyText(link);
    toast({ title: 'Link copied', description: link });
  } catch {
    toast({ title: 'Failed to copy', description: `Please copy it by hand: ${link}`, destructive: true });
  }
}

/** How long a button says that it has copied, in milliseconds (specification, section 9). */
const COPIED_FOR = 2000;

/** Copies, says so or why not, and tells for two seconds that it has. */
export function useCopy(done: { title: string; description: string }) {
  // A counter, so that a second copy starts its two seconds again.
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (text: string) => {
    try {
      await copyText(text);
      setCopies((count) => count + 1);
      toast(done);
    } catch {
      toast({
        title: 'Failed to copy',
        description: 'Select the text and copy it with your keyboard.',
        destructive: true,
      });
    }
  };
  return { copied: copies > 0, copy };
}
