import { X } from 'lucide-react';
import { useUploadPhoto } from '@/api/card-on-file';
import { failureOf } from '@/api/form-errors';
import { photoPath } from '@/api/goods';
import { useFormat } from '@/lib/format';
import { PictureInput } from '@/ui/PictureInput';

const MOST_PHOTOS = 10;

interface Props {
  /** Digests of the photos. */
  photos: readonly string[];
  /** The server's error message about the photos. */
  fault: string | undefined;
  onChange: (photos: string[]) => void;
}

/** Photos that show the reason for a charge. Each is uploaded when it is picked. */
export function ChargePhotos({ photos, fault, onChange }: Props) {
  const format = useFormat();
  const upload = useUploadPhoto();
  const pick = (file: File | undefined) => {
    if (file === undefined) return;
    upload.mutate(file, {
      onSuccess: (digest) => {
        if (!photos.includes(digest)) onChange([...photos, digest]);
      },
    });
  };
  const failed = upload.error === null ? null : failureOf(format, upload.error).sentence;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">Photos (Optional)</legend>
      {photos.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {photos.map((digest, index) => (
            <li key={digest} className="relative">
              <img
                src={photoPath(digest, 'small')}
                alt={`${index + 1} of ${photos.length}`}
                className="size-20 rounded-md border border-line object-cover"
              />
              <button
                type="button"
                aria-label={`Remove photo ${index + 1}`}
                className="absolute top-0 right-0 grid size-7 place-items-center rounded-bl-md bg-surface text-soft hover:text-danger"
                onClick={() => onChange(photos.filter((other) => other !== digest))}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {photos.length >= MOST_PHOTOS ? null : (
        <PictureInput
          label="Photo file"
          accept="image/*"
          words={upload.isPending ? 'Uploading...' : 'Add a Photo'}
          size="sm"
          pending={upload.isPending}
          fault={fault ?? failed}
          hint="Your customer will see these."
          onFile={pick}
        />
      )}
    </fieldset>
  );
}
