import { sentenceOf } from '@/api/errors';
import { toast } from '@/ui/toast-store';

/** What to do with the failure of something that has no place of its own for it: say it in a toast. */
export const tellFailed = (title: string) => (error: unknown) =>
  toast({ title, description: sentenceOf(error), destructive: true });
