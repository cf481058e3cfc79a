import { Download } from 'lucide-react';
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast-store';

/** Quiet zone in modules, required by scanners. */
const BORDER = 4;
const PNG_MODULE = 24;
const INK = '#15121f';

/** Return the dark modules as one path, and the number of modules per side. */
function drawingOf(text: string): { path: string; side: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, side: rows.length };
}

/** A text as a QR code. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { path, side } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-36 shrink-0 rounded-md border border-line bg-white"
    >
      <path d={path} fill={INK} />
    </svg>
  );
}

/** A text as a QR code, with downloads for printing. */
export function QrCode({ text }: { text: string }) {
  const { path, side } = useMemo(() => drawingOf(text), [text]);
  const saveSvg = () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="${INK}"/></svg>`;
    saveFile(new Blob([svg], { type: 'image/svg+xml' }), 'booking-form.svg');
  };
  const savePng = () => {
    const canvas = document.createElement('canvas');
    canvas.width = side * PNG_MODULE;
    canvas.height = side * PNG_MODULE;
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.scale(PNG_MODULE, PNG_MODULE);
      pen.fillStyle = INK;
      pen.fill(new Path2D(path));
    }
    canvas.toBlob((image) => {
      if (image) saveFile(image, 'booking-form.png');
      else
        toast({
          title: 'The PNG could not be created',
          description: 'Download the SVG instead.',
          destructive: true,
        });
    }, 'image/png');
  };
  return (
    <div className="flex flex-wrap items-center gap-5">
      <QrPicture text={text} label="QR code for your booking form" />
      <div className="grid min-w-52 flex-1 gap-3">
        <p className="text-soft text-sm">
          For flyers, your van or your trade show booth. Scanning it opens your form.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" kind="secondary" onClick={savePng}>
            <Download aria-hidden="true" />
            Download PNG
          </Button>
          <Button size="sm" kind="secondary" onClick={saveSvg}>
            <Download aria-hidden="true" />
            Download SVG
          </Button>
        </div>
      </div>
    </div>
  );
}
