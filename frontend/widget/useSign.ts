/** The drawing of the letters, which weighs a third of the form, comes while the operator's offer is asked for. */
import { useEffect, useState } from 'react';

type Drawing = Pick<typeof import('./Sign'), 'Sign' | 'Width'>;

let drawing: Drawing | null = null;
const arrival = import('./Sign').then(
  ({ Sign, Width }) => {
    drawing = { Sign, Width };
  },
  // The form works without its picture.
  () => undefined,
);

/** The components that draw; null until they are there. */
export function useSign(): Drawing | null {
  const [current, setCurrent] = useState(drawing);
  useEffect(() => {
    arrival.then(() => setCurrent(drawing));
  }, []);
  return current;
}
