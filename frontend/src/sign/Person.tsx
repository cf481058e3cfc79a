/** A standing person, drawn beside a sign for scale. */

/** Height of the person in inches: the average of adults. */
export const PERSON_INCHES = 67;
/** Room for the person, as a share of the height. */
export const PERSON_WIDTH = 0.44;

/** The left half of a person of 100 units whose feet stand on y = 0. */
const HALF =
  'M.3-89h-2.9c.1 3.2-.4 5-3.4 6-4.4 1.4-6.9 3.2-7.5 7.6L-15.2-53c-.4 3.2-1.2 6.2-.4 7.9.8 1.6 2.7 1 3.1-1.4l3-20.6.9 14.4-1.3 15.2 1.1 16.6.5 17.3c-.1 1.9-2.6 3.6-.1 3.6h4.9c1.2 0 .9-1.4 1-3.4L-.9-37.6H.3z';

interface PersonProps {
  /** Position of the feet. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly night: boolean;
}

export function Person({ x, y, height, night }: PersonProps) {
  const size = height / 100;
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} fill={night ? '#6f6683' : '#8b8273'}>
      <ellipse cy="-92.8" rx="5.1" ry="6.8" />
      <path d={HALF} />
      <path d={HALF} transform="scale(-1 1)" />
      <ellipse cy=".6" rx="15" ry="1.6" fill="#000" opacity=".35" />
    </g>
  );
}
