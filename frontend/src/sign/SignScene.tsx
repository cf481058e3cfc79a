/** A sign standing on a floor, on request with a person beside it for scale. */
import { useState } from 'react';
import { MarqueeSign, type MarqueeSignProps } from './MarqueeSign';
import { PERSON_INCHES } from './Person';

interface SignSceneProps extends MarqueeSignProps {
  /** Height of the tallest letters, if it is known. */
  letterInches?: number | undefined;
}

/** Extra height of the drawing beside a person, who is taller than most letters. */
const TALLER = 1.25;

export function SignScene({ letterInches = 0, maxHeight, ...props }: SignSceneProps) {
  const [hasPerson, setHasPerson] = useState(false);
  const { height = 72, state } = props;
  const offered = letterInches > 0 && state !== 'unlit';
  const shown = offered && hasPerson;
  const highest = maxHeight ?? height * 3.5;
  return (
    <span className="marquee-scene">
      <MarqueeSign
        {...props}
        floor
        maxHeight={shown ? highest * TALLER : highest}
        person={shown ? (100 * PERSON_INCHES) / letterInches : undefined}
      />
      {offered && (
        <button
          type="button"
          className="marquee-scale"
          aria-pressed={hasPerson}
          onClick={() => setHasPerson(!hasPerson)}
        >
          Show a person for scale
        </button>
      )}
    </span>
  );
}
