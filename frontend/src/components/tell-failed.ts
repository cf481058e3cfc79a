import { sentenceOf } from '@/api/errors';
import { toast } from '@/ui/toast-store';

/** Error handler that shows a toast, for actions without a place for their errors. */
export const tellFailed = (title: string) => (error: unknown) =>
  toast({ title, description: sentenceOf(error), destructive: true });
