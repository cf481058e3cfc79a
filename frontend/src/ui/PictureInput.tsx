import { ImageUp } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { cn } from '@/lib/cn';
import { Button, type ButtonProps } from './Button';

interface PictureInputProps extends Pick<ButtonProps, 'size' | 'pending'> {
  /** "Logo file" */
  label: string;
  accept: string;
  onFile: (file: File | undefined) => void;
  /** What the button says. */
  words: string;
  /** What is wrong; null where nothing is, and the hint is shown. */
  fault: string | null;
  hint: string;
  noteClass?: string;
  /** Other buttons beside the one that chooses. */
  children?: ReactNode;
}

/** Chooses a picture, the same one again too, and says below what was wrong with it. */
export function PictureInput({
  label,
  accept,
  onFile,
  words,
  fault,
  hint,
  noteClass,
  children,
  ...button
}: PictureInputProps) {
  const note = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          target.value = '';
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" aria-describedby={note} onClick={() => input.current?.click()} {...button}>
          <ImageUp aria-hidden="true" />
          {words}
        </Button>
        {children}
      </div>
      <p
        id={note}
        role={fault === null ? undefined : 'alert'}
        className={cn('text-sm', noteClass, fault === null ? 'text-faint' : 'text-danger')}
      >
        {fault ?? hint}
      </p>
    </div>
  );
}
