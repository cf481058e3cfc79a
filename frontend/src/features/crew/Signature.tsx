import { type PointerEvent, useRef } from 'react';
import { quiet } from './looks';

const WIDTH = 300;
const HEIGHT = 100;
const LONGEST = 19_000;

/** Signature pad; the strokes are an SVG path within 300 by 100. */
export function Signature({ strokes, onChange }: { strokes: string; onChange: (strokes: string) => void }) {
  const drawing = useRef(false);
  function point(event: PointerEvent<SVGSVGElement>): string {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const within = (part: number, most: number) => Math.round(Math.min(1, Math.max(0, part)) * most);
    return `${within((event.clientX - left) / width, WIDTH)} ${within((event.clientY - top) / height, HEIGHT)}`;
  }
  function draw(command: 'M' | 'L', event: PointerEvent<SVGSVGElement>) {
    const next = `${strokes}${command}${point(event)}`;
    if (next.length <= LONGEST) onChange(next);
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium text-sm">Signature</span>
        {/* Always takes up space, or the pad would move under the first stroke. */}
        <button
          type="button"
          className={`${quiet} ${strokes === '' ? 'invisible' : ''}`}
          onClick={() => onChange('')}
        >
          Clear
        </button>
      </div>
      <svg
        role="img"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full touch-none rounded-lg border border-edge/70 border-dashed bg-raised"
        onPointerDown={(event) => {
          drawing.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
          draw('M', event);
        }}
        onPointerMove={(event) => {
          if (drawing.current) draw('L', event);
        }}
        onPointerUp={() => {
          drawing.current = false;
        }}
        onPointerCancel={() => {
          drawing.current = false;
        }}
      >
        <title>Sign here</title>
        <path d={strokes} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </div>
  );
}
