import { Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { SignLater } from '@/sign/SignLater';
import { messages } from './content';

/**
 * Return a counter that increases every `ms` while `on` and while the element is visible in the active tab.
 *
 * It stays at 0 if the user prefers reduced motion.
 */
function useTurns(seen: RefObject<Element | null>, ms: number, on: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const element = seen.current;
    if (!on || element === null || window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
      return;
    }
    let inView = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const settle = () => {
      const runs = inView && document.visibilityState === 'visible';
      if (runs && timer === undefined) {
        timer = setInterval(() => setTurn((count) => count + 1), ms);
      } else if (!runs) {
        clearInterval(timer);
        timer = undefined;
      }
    };
    const observer = new IntersectionObserver((entries) => {
      inView = entries.at(-1)?.isIntersecting ?? false;
      settle();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', settle);
    return () => {
      clearInterval(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', settle);
    };
  }, [seen, ms, on]);
  return turn;
}

const TURN_MS = 4200;

/**
 * Lights up one message after another, letter by letter, in an area of fixed size.
 *
 * Rendered only in the browser, where its width is known. A button and the system's setting for reduced
 * motion stop the animation.
 */
export function HeroSign() {
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  const [paused, setPaused] = useState(false);
  const turn = useTurns(place, TURN_MS, !paused);
  useEffect(() => setDrawn(true), []);
  const message = messages[turn % messages.length] ?? messages[0];
  const Icon = paused ? Play : Pause;
  return (
    <div ref={place} className="relative w-full max-w-5xl">
      <div
        role="img"
        aria-label={`Marquee letters that light up messages such as ${messages.slice(0, 3).join(', ')}`}
        className="grid h-52 place-items-center sm:h-60"
      >
        <div aria-hidden="true" className="w-full">
          {drawn ? (
            <SignLater
              key={turn}
              message={message}
              height={132}
              maxHeight={205}
              surface="night"
              align="center"
              floor
              switchOn
              chase={!paused}
            />
          ) : null}
        </div>
      </div>
      <button
        type="button"
        onClick={() => setPaused(!paused)}
        aria-label={paused ? 'Play the sign' : 'Pause the sign'}
        className="absolute right-0 -bottom-9 inline-grid size-8 cursor-pointer place-items-center rounded-full text-faint transition-colors hover:text-ink motion-reduce:hidden"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
