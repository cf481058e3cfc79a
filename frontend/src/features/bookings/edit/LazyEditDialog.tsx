import { lazy } from 'react';

/** The edit form, loaded when it is first opened. Needs a `Suspense` boundary. */
export const EditDialog = lazy(async () => ({ default: (await import('./EditDialog')).EditDialog }));
