import { Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { type Pictured, useSetPicture } from '@/api/items';
import { Button } from '@/ui/Button';
import { DropZone } from '@/ui/DropZone';
import { PictureInput } from '@/ui/PictureInput';

/** The most bytes that the server takes. */
const mostBytes = 12_000_000;

/** What happens to a picture when the form around it is saved: kept, replaced or removed. */
type PictureChoice = { kind: 'kept' } | { kind: 'new'; file: File } | { kind: 'none' };

export interface PictureFieldProps {
  /** Where the saved picture is; null without one. */
  saved: string | null;
  /** What was chosen, and why the server did not take it. */
  picture: ReturnType<typeof useSavedPicture>;
}

/** A picture to choose, drop, look at and take away. It is sent along with the form. */
export function PictureField({ saved, picture }: PictureFieldProps) {
  const { choice, fault } = picture;
  const id = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const preview = usePreview(choice.kind === 'new' ? choice.file : null);
  const shown = choice.kind === 'new' ? preview : choice.kind === 'kept' ? saved : null;
  const has = choice.kind === 'new' || (choice.kind === 'kept' && saved !== null);
  const refused = fault === null ? null : `${fault} Everything else is saved.`;
  const problem = tooLarge ? 'The picture is too large: at most 12 MB.' : refused;

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
          hint="JPEG, PNG or WebP, up to 12 MB. You can also drop a file here."
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

/** A chosen file as an address that the page may show; null until it is read, or where it cannot be. */
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

/** The picture of a form: what was chosen, and its way to the server once the record is there. */
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
    /** Sends what was chosen; false where the server refused, which the field then says. */
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
