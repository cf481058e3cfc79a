import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useRecordForm } from '@/components/useServerForm';
import { useSavedPicture } from './PictureField';

interface PicturedOptions<Fields extends FieldValues, Input, Sent, Row> {
  kind: 'item' | 'package';
  form: UseFormReturn<Fields, unknown, Input>;
  /** The record to edit, or null for a new one. */
  found: Row | null;
  save: Parameters<typeof useRecordForm<Fields, Input, Sent, Row>>[0]['save'];
  /** Converts the typed values to a request body; `saved` is the current record. */
  sent: (input: Input, saved: Row | null) => Sent;
  fieldsOf: (row: Row) => Fields;
  rows?: readonly (keyof Fields & string)[];
  onClose: () => void;
}

/** Form of an item or package with a picture. A new record stays saved even if its picture is rejected. */
export function usePictured<
  Fields extends FieldValues,
  Input,
  Sent,
  Row extends { id: number; name: string },
>({
  kind,
  form,
  found,
  save,
  sent,
  fieldsOf,
  rows = [],
  onClose,
}: PicturedOptions<Fields, Input, Sent, Row>) {
  const picture = useSavedPicture(kind);
  const [saved, setSaved] = useState(found);
  const noun = kind === 'item' ? 'Item' : 'Package';
  const record = useRecordForm({
    form,
    save,
    sent: (input: Input) => sent(input, saved),
    failed: `Failed to ${saved === null ? 'add' : 'update'} ${kind}`,
    rows,
    done: (row: Row) => ({
      title: `${noun} ${saved === null ? 'added' : 'updated'}`,
      description: row.name,
    }),
    more: {
      ...picture,
      save: (row) => {
        setSaved(row);
        form.reset(fieldsOf(row));
        return picture.save(row.id);
      },
    },
    onClose,
  });
  return { record, picture };
}
