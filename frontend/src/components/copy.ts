import { useEffect, useState } from 'react';
import { toast } from '@/ui/toast-store';

/**
 * Copy text to the clipboard.
 *
 * Rejects if the browser refuses or has no clipboard (a page without https).
 */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) {
    throw new Error('This browser has no clipboard for this page.');
  }
  await navigator.clipboard.writeText(text);
}

/** Copy a link to the clipboard, and show a toast. */
export async function copyLink(link: string): Promise<void> {
  try {
    await copyText(link);
    toast({ title: 'Link copied', description: link });
  } catch {
    toast({ title: 'Failed to copy', description: `Copy this link manually: ${link}`, destructive: true });
  }
}

/** How long a button shows "Copied", in milliseconds (specification, section 9). */
const COPIED_FOR = 2000;

/** Copy with a toast about the result; `copied` is true for two seconds. */
export function useCopy(done: { title: string; description: string }) {
  // A counter, so that a second copy restarts the two seconds.
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
