import { Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { type Pictured, useSetPicture } from '@/api/items';
import { Button } from '@/ui/Button';
import { DropZone } from '@/ui/DropZone';
import { PictureInput } from '@/ui/PictureInput';

/** The server's upload limit in bytes. */
const mostBytes = 12_000_000;

/** Pending change of a picture when its form is saved: keep, replace or remove. */
type PictureChoice = { kind: 'kept' } | { kind: 'new'; file: File } | { kind: 'none' };

export interface PictureFieldProps {
  /** URL of the saved picture; null if there is none. */
  saved: string | null;
  /** The pending choice and the upload error. */
  picture: ReturnType<typeof useSavedPicture>;
}

/** Field to choose, drop, preview and remove a picture. Uploaded with the form. */
export function PictureField({ saved, picture }: PictureFieldProps) {
  const { choice, fault } = picture;
  const id = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const preview = usePreview(choice.kind === 'new' ? choice.file : null);
  const shown = choice.kind === 'new' ? preview : choice.kind === 'kept' ? saved : null;
  const has = choice.kind === 'new' || (choice.kind === 'kept' && saved !== null);
  const refused = fault === null ? null : `${fault} Everything else was saved.`;
  const problem = tooLarge ? 'The picture is too large. The limit is 12 MB.' : refused;

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    setTooLarge(file.size > mostBytes);
    if (file.size <= mostBytes) picture.choose({ kind: 'new', file });
  };
  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="font-medium text-sm">
        Picture
      </span>
      <DropZone onFile={take} className="grid p-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="grid aspect-4/3 place-items-center overflow-hidden rounded-md border border-line bg-sunken text-faint text-sm">
          {shown === null ? (
            has ? (
              'No preview'
            ) : (
              'No picture'
            )
          ) : (
            <img src={shown} alt="" className="size-full object-cover" />
          )}
        </div>
        <PictureInput
          label="Picture file"
          accept="image/jpeg,image/png,image/webp"
          onFile={take}
          words={has ? 'Replace Picture' : 'Choose Picture'}
          size="sm"
          fault={problem}
          hint="JPEG, PNG, or WebP, up to 12 MB. You can also drop a file here."
        >
          {has ? (
            <Button
              kind="quiet"
              size="sm"
              onClick={() => {
                setTooLarge(false);
                picture.choose(saved === null ? { kind: 'kept' } : { kind: 'none' });
              }}
            >
              <Trash2 aria-hidden="true" />
              Remove Picture
            </Button>
          ) : null}
        </PictureInput>
      </DropZone>
    </div>
  );
}

/** A blob URL of a chosen file; null until it is read, or if it can't be. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => {
    if (file === null) return;
    const reader = new FileReader();
    reader.onload = () => setAddress({ file, url: String(reader.result) });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return address !== null && address.file === file && file.type.startsWith('image/') ? address.url : null;
}

/** State of a picture field: the pending choice, and a function to upload it once the record exists. */
export function useSavedPicture(kind: Pictured) {
  const [choice, setChoice] = useState<PictureChoice>({ kind: 'kept' });
  const [fault, setFault] = useState<string | null>(null);
  const set = useSetPicture(kind);
  return {
    choice,
    fault,
    pending: set.isPending,
    changed: choice.kind !== 'kept',
    choose: (next: PictureChoice) => {
      setFault(null);
      setChoice(next);
    },
    /** Upload the pending choice; false if the server rejected it, which the field then shows. */
    save: async (id: number): Promise<boolean> => {
      if (choice.kind === 'kept') return true;
      try {
        await set.mutateAsync({ id, file: choice.kind === 'new' ? choice.file : null });
        setChoice({ kind: 'kept' });
        return true;
      } catch (error) {
        setFault((error instanceof ApiError && error.fields.picture) || sentenceOf(error));
        return false;
      }
    },
  };
}
