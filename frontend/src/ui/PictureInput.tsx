import { ImageUp } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { cn } from '@/lib/cn';
import { Button, type ButtonProps } from './Button';

interface PictureInputProps extends Pick<ButtonProps, 'size' | 'pending'> {
  /** Accessible label, such as "Logo file". */
  label: string;
  accept: string;
  onFile: (file: File | undefined) => void;
  /** Label of the button. */
  words: string;
  /** Error message; null shows the hint. */
  fault: string | null;
  hint: string;
  noteClass?: string;
  /** Additional buttons. */
  children?: ReactNode;
}

/** Picture upload with an error message below. Selecting the same file again works too. */
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
