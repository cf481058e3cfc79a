/** What is drawn of the message. Loaded beside the form, which can be filled in without it (see useSign). */
import { FORM } from '@/booking-form/texts';
import { widthInFeet } from '@/sign/layout';
import { MarqueeSign, type MarqueeSignProps } from '@/sign/MarqueeSign';
import { useTurn } from './useTurn';

export function Sign(props: Pick<MarqueeSignProps, 'message' | 'state' | 'missing' | 'chase' | 'height'>) {
  // A drawing of some hundred parts, which no tap has to wait for.
  if (!useTurn()) return null;
  return <MarqueeSign {...props} maxHeight={184} surface="night" align="center" switchOn />;
}

/** How wide the sign will be; nothing for letters that have no measure. */
export function Width({ message, size }: { message: string; size: string }) {
  const feet = widthInFeet(message, Number.parseFloat(size));
  return feet > 0 ? <span>{FORM.wide(feet.toFixed(1), size)}</span> : null;
}
