import { Pencil, Trash2 } from 'lucide-react';
import { Button } from './Button';

interface EditButtonsProps {
  /** Name of the record, for screen readers. */
  name: string;
  /** Label of the removal button. */
  removal: 'Remove' | 'Delete';
  /** Label while the removal is in progress. */
  removing?: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

/** Edit and remove buttons of a record shown as a card. */
export function EditButtons({ name, removal, removing = null, onEdit, onRemove }: EditButtonsProps) {
  return (
    <>
      <Button kind="quiet" size="sm" onClick={onEdit} aria-label={`Edit ${name}`}>
        <Pencil aria-hidden="true" />
        Edit
      </Button>
      <Button
        kind="quiet"
        size="sm"
        className="text-danger"
        disabled={removing !== null}
        onClick={onRemove}
        aria-label={`${removal} ${name}`}
      >
        <Trash2 aria-hidden="true" />
        {removing ?? removal}
      </Button>
    </>
  );
}
