import { type DragEvent, type ReactNode, useState } from 'react';
import { cn } from '@/lib/cn';

export interface DropZoneProps {
  onFile: (file: File | undefined) => void;
  className?: string;
  children: ReactNode;
}

/** Area that accepts a dropped file. A button inside opens the file picker. */
export function DropZone({ onFile, className, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'items-center gap-4 rounded-md border border-edge/60 border-dashed transition-colors',
        className,
        over && 'border-action bg-sunken',
      )}
    >
      {children}
    </div>
  );
}
