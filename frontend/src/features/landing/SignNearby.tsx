import { useNear } from '@/lib/use-near';
import type { MarqueeSignProps } from '@/sign/MarqueeSign';
import { SignLater } from '@/sign/SignLater';

/** The height as a class, because the prerendered page may contain no style attributes. */
const places = { 60: 'h-[60px]', 96: 'h-[96px]' };

/**
 * A sign that is drawn when it is about to be scrolled into view, because a page full of bulbs is slow to draw.
 *
 * Its space is reserved, so nothing moves when it appears. It is decorative and hidden from screen readers.
 */
export function SignNearby({ height, ...props }: MarqueeSignProps & { height: keyof typeof places }) {
  const [place, near] = useNear<HTMLDivElement>();
  return (
    <div ref={place} aria-hidden="true" className={`grid w-full items-center ${places[height]}`}>
      <div>
        {near ? (
          <SignLater {...props} height={height} maxHeight={height} surface="night" align="center" />
        ) : null}
      </div>
    </div>
  );
}
