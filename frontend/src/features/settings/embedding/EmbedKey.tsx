import { RefreshCw } from 'lucide-react';
import { useRenewPublicKey } from '@/api/embedding';
import { AskFirst } from '@/components/ConfirmChange';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { FixedInput } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** The key that names the business in links and codes, and a way to another one. */
export function EmbedKey({ publicKey }: { publicKey: string }) {
  return (
    <Card>
      <CardHeader
        title="Public key"
        description="It identifies your business in links and codes, and opens only your booking form. Get a new one if a site should no longer show your form."
      />
      <CardBody className="flex flex-wrap items-end gap-2">
        <Field label="Your public key" className="min-w-52 flex-1">
          <FixedInput value={publicKey} className="font-mono text-xs sm:text-xs" />
        </Field>
        <AskFirst
          button={(ask) => (
            <Button kind="secondary" onClick={ask}>
              <RefreshCw aria-hidden="true" />
              Renew Key
            </Button>
          )}
          change={useRenewPublicKey()}
          input={undefined}
          title="Renew the public key?"
          description="Every link, embed code and QR code with the present key stops working at once, printed ones too. You will have to put the new ones in their places."
          confirmLabel="Renew Key"
          pendingLabel="Renewing..."
          onDone={() =>
            toast({
              title: 'Public key renewed',
              description:
                'Link, codes and QR code on this page have the new one. Put them in place of the old.',
            })
          }
        />
      </CardBody>
    </Card>
  );
}
