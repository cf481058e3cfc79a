import { useEffect, useRef, useState } from 'react';
import type { MarqueeSignProps } from '@/sign/MarqueeSign';
import { SignLater } from '@/sign/SignLater';

/** A place's height as a class, since the written page may carry no style attributes. */
const places = { 60: 'h-[60px]', 96: 'h-[96px]' };

/**
 * A sign that is drawn when its place comes near the window: a page full of bulbs takes its time.
 *
 * Its place is as high as the sign may become, so nothing moves when it appears. It is a picture to the text
 * beside it and silent.
 */
export function SignNearby({ height, ...props }: MarqueeSignProps & { height: keyof typeof places }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || near) {
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
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
