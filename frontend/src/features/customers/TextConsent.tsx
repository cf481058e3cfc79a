import { useState } from 'react';
import * as z from 'zod/mini';
import { useConversationsOverview } from '@/api/conversations-overview';
import { type Customer, type TextConsentInput, useRecordTextConsent, useTextConsent } from '@/api/customers';
import { useCan } from '@/api/rights';
import { useFormMutation } from '@/components/useServerForm';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { FormDialog } from '@/ui/FormDialog';
import { SelectField, useCheckedForm } from '@/ui/FormField';
import { DescriptionItem } from '@/ui/facts';
import { Options } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** Where a customer agreed to texts or stopped them. */
const sources: Readonly<Record<string, string>> = {
  'booking form': 'on the booking form',
  'customer page': 'on their booking’s page',
  text: 'by text',
  operator: 'with a booking that your team entered',
  'by phone': 'by phone',
  'in person': 'in person',
  'in writing': 'in writing',
};

/** Consent to texts, with a button to record or withdraw it. Hidden if there is none and texts are not set up. */
export function TextConsent({ customer: { id, textConsent } }: { customer: Customer }) {
  const format = useFormat();
  const handles = useCan('handleBookings');
  const textsHere = useConversationsOverview().data?.canText;
  const [recording, setRecording] = useState(false);
  const agrees = textConsent?.given ?? false;
  const records = handles && (agrees || textsHere === true);
  if (textConsent === null && !records) return null;
  return (
    <DescriptionItem label="Texts">
      {textConsent === null ? (
        'Not agreed'
      ) : (
        <>
          {agrees ? 'Agreed' : 'Stopped'} {sources[textConsent.source] ?? ''} on{' '}
          {formatMoment(format, textConsent.at)}
          <span className="block font-normal text-faint">“{textConsent.wording}”</span>
        </>
      )}
      {records ? (
        <Button
          kind="secondary"
          size="sm"
          className="mt-2 flex"
          aria-haspopup="dialog"
          onClick={() => setRecording(true)}
        >
          {agrees ? 'Withdraw Consent' : 'Record Consent'}
        </Button>
      ) : null}
      {recording ? (
        <ConsentDialog customerId={id} given={!agrees} onClose={() => setRecording(false)} />
      ) : null}
    </DescriptionItem>
  );
}

const schema = z.object({ source: z.enum(['by phone', 'in person', 'in writing']) });
const ways: Readonly<Record<TextConsentInput['source'], string>> = {
  'by phone': 'By phone',
  'in person': 'In person',
  'in writing': 'In writing',
};

interface ConsentDialogProps {
  customerId: number;
  /** Whether the customer agrees to texts. */
  given: boolean;
  onClose: () => void;
}

function ConsentDialog({ customerId, given, onClose }: ConsentDialogProps) {
  const details = useTextConsent(customerId).data;
  const form = useCheckedForm(schema, { source: 'by phone' });
  const { send, failure, pending } = useFormMutation({ form, save: useRecordTextConsent(customerId) });
  const save = form.handleSubmit(({ source }) =>
    send({ given, source }, ({ optedOut }) => {
      toast({
        title: given ? 'Consent recorded' : 'Consent withdrawn',
        ...(given && optedOut && { description: 'Texts stay off until the customer texts START.' }),
      });
      onClose();
    }),
  );
  return (
    <FormDialog
      title={given ? 'Record Consent to Texts' : 'Withdraw Consent to Texts'}
      description={
        given
          ? 'Read this wording to the customer. It is stored with the time and your name.'
          : 'Texts that haven’t been sent yet are canceled.'
      }
      onClose={onClose}
      onSubmit={save}
      submitLabel={given ? 'Record Consent' : 'Withdraw Consent'}
      pendingLabel="Saving..."
      error={failure}
      pending={pending}
      unsaved={form.formState.isDirty}
    >
      <div className="grid gap-4">
        {given && details ? <p className="text-sm">“{details.wording}”</p> : null}
        {given && details?.optedOut ? (
          <Alert title="This customer replied STOP.">
            Texts stay off until they text START, even if you record consent.
          </Alert>
        ) : null}
        <SelectField form={form} name="source" label={given ? 'How They Agreed' : 'How They Asked'}>
          <Options of={ways} />
        </SelectField>
      </div>
    </FormDialog>
  );
}
