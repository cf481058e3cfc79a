/** The list of changes that an edit would make, loaded while the user types. */

import { useEffect, useState } from 'react';
import { previewEdit } from '@/api/edit-preview';
import type { BookingPatch, ChangedInWords } from '@/api/types';

const DELAY_MS = 400;
const NONE: readonly ChangedInWords[] = [];

/**
 * Load what a patch changes. Empty while nothing is changed or the server refuses the patch, whose errors are
 * shown at the fields.
 */
export function useChanges(id: number, patch: BookingPatch): readonly ChangedInWords[] {
  const key = JSON.stringify(patch);
  const [loaded, setLoaded] = useState({ key: '', changes: NONE });
  useEffect(() => {
    if (key === '{}') return;
    const controller = new AbortController();
    const wait = setTimeout(async () => {
      try {
        const { changed } = await previewEdit(id, JSON.parse(key), controller.signal);
        if (!controller.signal.aborted) setLoaded({ key, changes: changed });
      } catch {
        if (!controller.signal.aborted) setLoaded({ key, changes: NONE });
      }
    }, DELAY_MS);
    return () => {
      clearTimeout(wait);
      controller.abort();
    };
  }, [id, key]);
  // While the next list is loading, the last one stays on screen, unless everything was undone.
  return key === '{}' ? NONE : loaded.changes;
}
