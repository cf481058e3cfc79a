import { RefreshCw } from 'lucide-react';
import { useRenewPublicKey } from '@/api/embedding';
import { ConfirmButton } from '@/components/ConfirmChange';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { FixedInput } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** The public key that identifies the business in links and codes, and a button to renew it. */
export function EmbedKey({ publicKey }: { publicKey: string }) {
  return (
    <Card id="public-key">
      <CardHeader
        title="Public key"
        description="Identifies your business in links and codes, and opens only your booking form. Renew it to remove your form from sites where it should no longer appear."
      />
      <CardBody className="flex flex-wrap items-end gap-2">
        <Field label="Your public key" className="min-w-52 flex-1">
          <FixedInput value={publicKey} className="font-mono text-xs sm:text-xs" />
        </Field>
        <ConfirmButton
          button={(ask) => (
            <Button kind="secondary" onClick={ask}>
              <RefreshCw aria-hidden="true" />
              Renew Key
            </Button>
          )}
          change={useRenewPublicKey()}
          input={undefined}
          title="Renew the public key?"
          description="Links, embed codes and QR codes with the current key stop working immediately, including printed ones. You'll need to replace them."
          confirmLabel="Renew Key"
          pendingLabel="Renewing..."
          onDone={() =>
            toast({
              title: 'Public key renewed',
              description: 'Replace your old link, codes and QR code with the new ones on this page.',
            })
          }
        />
      </CardBody>
    </Card>
  );
}
