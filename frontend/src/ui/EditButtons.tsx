import { Pencil, Trash2 } from 'lucide-react';
import { Button } from './Button';

interface EditButtonsProps {
  /** What is edited or goes, for ears. */
  name: string;
  /** How its end is called. */
  removal: 'Remove' | 'Delete';
  /** Said while it is going. */
  removing?: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

/** What can be done with a record that is shown as a card. */
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
