import { useEffect, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { textLink } from './looks';

interface DrawnSignatureProps {
  error: string | undefined;
  /** Receives the drawing as a PNG data URL; null while it is empty. */
  onChange: (drawing: string | null) => void;
}

/** An area to draw a signature with a finger, a pen or the mouse. */
export function DrawnSignature({ error, onChange }: DrawnSignatureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const report = useRef(onChange);
  report.current = onChange;
  useEffect(() => {
    const area = canvas.current;
    if (area === null) return;
    const ratio = Math.max(1, window.devicePixelRatio);
    area.width = area.offsetWidth * ratio;
    area.height = area.offsetHeight * ratio;
    area.getContext('2d')?.scale(ratio, ratio);
    const made = new SignaturePad(area, { penColor: '#15121f' });
    made.addEventListener('endStroke', () => report.current(made.toDataURL('image/png')));
    pad.current = made;
    return () => made.off();
  }, []);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium text-sm">Your signature</span>
        <button
          type="button"
          className={textLink}
          onClick={() => {
            pad.current?.clear();
            onChange(null);
          }}
        >
          Clear
        </button>
      </div>
      <canvas
        ref={canvas}
        aria-label="Draw your signature"
        className="h-40 w-full touch-none rounded-lg border border-edge/70 border-dashed bg-white"
      />
      {error === undefined ? null : (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
