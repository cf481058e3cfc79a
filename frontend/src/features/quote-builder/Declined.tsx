import { PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { useForgetMissedRequest, useRecordMissedRequest } from '@/api/operator-form';
import type { EstimateInput } from '@/api/types';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/FormError';

interface DeclinedProps {
  /** Id of the form, so that a request that was changed counts once. */
  clientId: string;
  estimated: () => EstimateInput | null;
}

/** Records a request that the business turns down for lack of letters, with undo. */
export function Declined({ clientId, estimated }: DeclinedProps) {
  const record = useRecordMissedRequest();
  const forget = useForgetMissedRequest();
  const [isRecorded, setRecorded] = useState(false);
  const error = record.error ?? forget.error;
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-soft empty:hidden">
        {isRecorded ? 'Counted as missed demand.' : null}
      </p>
      {isRecorded ? (
        <Button
          kind="quiet"
          size="sm"
          className="justify-self-start"
          pending={forget.isPending}
          pendingLabel="Undoing..."
          onClick={() => forget.mutate(clientId, { onSuccess: () => setRecorded(false) })}
        >
          Undo
        </Button>
      ) : (
        <>
          <Button
            kind="secondary"
            size="sm"
            className="justify-self-start"
            pending={record.isPending}
            pendingLabel="Recording..."
            onClick={() => {
              const input = estimated();
              if (input !== null)
                record.mutate({ ...input, clientId }, { onSuccess: () => setRecorded(true) });
            }}
          >
            <PhoneOff aria-hidden="true" />
            Couldn’t Do It
          </Button>
          <p className="text-faint text-xs">Counts the request as missed demand in your reports.</p>
        </>
      )}
      <FormError message={error === null ? null : sentenceOf(error)} />
    </div>
  );
}
