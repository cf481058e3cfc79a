import { useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { type Pictured, useSetPicture } from '@/api/items';
import type { PictureChoice } from './PictureField';

/** The picture of a form: what was chosen, and its way to the server once the record is there. */
export function useSavedPicture(kind: Pictured) {
  const [choice, setChoice] = useState<PictureChoice>({ kind: 'kept' });
  const [fault, setFault] = useState<string | null>(null);
  const set = useSetPicture(kind);
  return {
    choice,
    fault,
    pending: set.isPending,
    changed: choice.kind !== 'kept',
    choose: (next: PictureChoice) => {
      setFault(null);
      setChoice(next);
    },
    /** Sends what was chosen; false where the server refused, which the field then says. */
    save: async (id: number): Promise<boolean> => {
      if (choice.kind === 'kept') return true;
      try {
        await set.mutateAsync({ id, file: choice.kind === 'new' ? choice.file : null });
        setChoice({ kind: 'kept' });
        return true;
      } catch (error) {
        setFault((error instanceof ApiError && error.fields.picture) || sentenceOf(error));
        return false;
      }
    },
  };
}
