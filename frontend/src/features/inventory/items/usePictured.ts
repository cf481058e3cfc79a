import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useRecordForm } from '@/components/useRecordForm';
import { useSavedPicture } from './PictureField';

interface PicturedOptions<Fields extends FieldValues, Input, Sent, Row> {
  kind: 'item' | 'package';
  form: UseFormReturn<Fields, unknown, Input>;
  /** The record to change, or null for a new one. */
  found: Row | null;
  save: Parameters<typeof useRecordForm<Fields, Input, Sent, Row>>[0]['save'];
  /** What is sent of what was typed; `saved` is the record by now. */
  sent: (input: Input, saved: Row | null) => Sent;
  fieldsOf: (row: Row) => Fields;
  rows?: readonly (keyof Fields & string)[];
  onClose: () => void;
}

/** The form of something with a picture. A new one is there once it is saved, also when its picture was refused. */
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
