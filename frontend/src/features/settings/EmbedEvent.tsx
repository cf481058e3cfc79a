import { useSaveShareContact } from '@/api/embedding';
import { sentenceOf } from '@/api/errors';
import { Alert } from '@/ui/Alert';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { SwitchField } from '@/ui/SwitchField';

/** What a page that embeds the form learns of a booking. Saved at once, because it is one switch. */
export function EmbedEvent({ shareContact }: { shareContact: boolean }) {
  const save = useSaveShareContact();
  return (
    <Card>
      <CardHeader
        title="What your page learns of a booking"
        description="Each booking raises the event booking-complete on your page, with its number, total, message and days. You can count conversions with it."
      />
      <CardBody className="grid gap-4">
        <SwitchField
          label="Tell my page who the customer is"
          hint="Adds name, email and phone. Every script on your page can read them, those of advertisers too."
          checked={save.isPending ? save.variables : shareContact}
          onChange={(checked) => save.mutate(checked)}
        />
        {save.isError ? <Alert title="This could not be saved">{sentenceOf(save.error)}</Alert> : null}
      </CardBody>
    </Card>
  );
}
