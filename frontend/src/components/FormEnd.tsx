import type { Failure } from '@/lib/failure';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/FailureAlert';
import { UnsavedGuard } from '@/ui/UnsavedGuard';

interface FormEndProps {
  dirty: boolean;
  failure: Failure | null;
  pending: boolean;
  label: string;
  pendingLabel: string;
}

/** End of a two-column form: the error and the submit button. */
export function FormEnd({ dirty, failure, pending, label, pendingLabel }: FormEndProps) {
  return (
    <>
      <UnsavedGuard dirty={dirty} />
      <FailureAlert failure={failure} className="sm:col-span-2" />
      <div className="sm:col-span-2">
        <Button type="submit" pending={pending} pendingLabel={pendingLabel}>
          {label}
        </Button>
      </div>
    </>
  );
}
