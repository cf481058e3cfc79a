import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type BusinessDetails, useRemoveLogo, useSetLogo } from '@/api/business';
import { sentenceOf } from '@/api/errors';
import { ConfirmButton } from '@/components/ConfirmChange';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { DropZone } from '@/ui/DropZone';
import { PictureInput } from '@/ui/PictureInput';
import { toast } from '@/ui/toast-store';
import { NoPicture, pictureFor } from './logo-picture';

/** The business's logo: choose, drop or remove it. Saved at once, separately from the surrounding form. */
export function LogoCard({ logo, companyName }: { logo: BusinessDetails['logo']; companyName: string }) {
  const set = useSetLogo();
  const [preparing, setPreparing] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const busy = preparing || set.isPending;

  const upload = async (file: File | undefined) => {
    if (file === undefined || busy) return;
    setFault(null);
    setPreparing(true);
    try {
      await set.mutateAsync(await pictureFor(file));
      toast({ title: 'Logo saved', description: 'Your logo will appear on new documents.' });
    } catch (error) {
      setFault(error instanceof NoPicture ? error.message : sentenceOf(error));
    } finally {
      setPreparing(false);
    }
  };

  return (
    <Card id="logo">
      <CardHeader
        title="Logo"
        description="Shown at the top of your documents instead of your company name. Your logo is saved as soon as you choose a file."
      />
      <CardBody className="grid gap-3">
        <DropZone onFile={(file) => void upload(file)} className="flex flex-wrap p-4">
          {/* Documents are white, even in dark mode. */}
          <div className="grid h-24 w-full place-items-center rounded-md border border-line bg-white p-3 sm:w-56">
            {logo === null ? (
              <span className="line-clamp-3 text-center font-bold text-[#15121F] text-lg">{companyName}</span>
            ) : (
              <img src={logo.url} alt="Your logo" className="max-h-18 max-w-full object-contain" />
            )}
          </div>
          <PictureInput
            label="Logo file"
            accept="image/*"
            onFile={(file) => void upload(file)}
            words={busy ? 'Saving...' : logo === null ? 'Choose Logo' : 'Replace Logo'}
            pending={busy}
            fault={fault}
            hint="Or drop an image here. We resize large images."
            noteClass="max-w-72"
          >
            <RemoveLogo shown={logo !== null} disabled={busy} />
          </PictureInput>
        </DropZone>
      </CardBody>
    </Card>
  );
}

function RemoveLogo({ shown, disabled }: { shown: boolean; disabled: boolean }) {
  return (
    <ConfirmButton
      button={(ask) =>
        shown ? (
          <Button kind="quiet" disabled={disabled} onClick={ask}>
            <Trash2 aria-hidden="true" />
            Remove Logo
          </Button>
        ) : null
      }
      change={useRemoveLogo()}
      input={undefined}
      title="Remove the logo?"
      description="Your documents will show your company name instead. Issued invoices keep their logo."
      confirmLabel="Remove Logo"
      pendingLabel="Removing..."
      onDone={() =>
        toast({ title: 'Logo removed', description: 'New documents will show your company name.' })
      }
    />
  );
}
