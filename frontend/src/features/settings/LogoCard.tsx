import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type BusinessDetails, useRemoveLogo, useSetLogo } from '@/api/business';
import { sentenceOf } from '@/api/errors';
import { AskFirst } from '@/booking-parts/ConfirmChange';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { DropZone } from '@/ui/DropZone';
import { toast } from '@/ui/toast-store';
import { NoPicture, pictureFor } from './logo-picture';

/** The business's logo: chosen, dropped or removed. It is saved at once, apart from the form around it. */
export function LogoCard({ logo, companyName }: { logo: BusinessDetails['logo']; companyName: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const set = useSetLogo();
  const [preparing, setPreparing] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const busy = preparing || set.isPending;

  const take = async (file: File | undefined) => {
    if (file === undefined || busy) return;
    setFault(null);
    setPreparing(true);
    try {
      await set.mutateAsync(await pictureFor(file));
      toast({ title: 'Logo saved', description: 'Used on all new documents.' });
    } catch (error) {
      setFault(error instanceof NoPicture ? error.message : sentenceOf(error));
    } finally {
      setPreparing(false);
      // The same file can be chosen again.
      if (input.current) input.current.value = '';
    }
  };

  return (
    <Card>
      <CardHeader
        title="Logo"
        description="At the top of your documents, in place of your company name. It is saved as soon as you choose it."
      />
      <CardBody className="grid gap-3">
        <DropZone onFile={(file) => void take(file)} className="flex flex-wrap p-4">
          {/* Documents are white, whatever the page is. */}
          <div className="grid h-24 w-full place-items-center rounded-md border border-line bg-white p-3 sm:w-56">
            {logo === null ? (
              <span className="line-clamp-3 text-center font-bold text-[#15121F] text-lg">{companyName}</span>
            ) : (
              <img src={logo.url} alt="Your logo" className="max-h-18 max-w-full object-contain" />
            )}
          </div>
          <div className="grid gap-2">
            <input
              ref={input}
              id={id}
              type="file"
              accept="image/*"
              className="sr-only"
              tabIndex={-1}
              aria-label="Logo file"
              onChange={(event) => void take(event.target.files?.[0])}
            />
            <div className="flex flex-wrap gap-2">
              <Button
                kind="secondary"
                pending={busy}
                aria-describedby={`${id}-note`}
                onClick={() => input.current?.click()}
              >
                <ImageUp aria-hidden="true" />
                {busy ? 'Saving...' : logo === null ? 'Choose Logo' : 'Replace Logo'}
              </Button>
              <RemoveLogo shown={logo !== null} disabled={busy} />
            </div>
            <p
              id={`${id}-note`}
              role={fault === null ? undefined : 'alert'}
              className={cn('max-w-72 text-sm', fault === null ? 'text-faint' : 'text-danger')}
            >
              {fault ?? 'Or drop a picture here. Large ones are made smaller.'}
            </p>
          </div>
        </DropZone>
      </CardBody>
    </Card>
  );
}

function RemoveLogo({ shown, disabled }: { shown: boolean; disabled: boolean }) {
  return (
    <AskFirst
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
      description="Your documents will show your company name instead. Invoices that were already issued keep their logo."
      confirmLabel="Remove Logo"
      pendingLabel="Removing..."
      onDone={() => toast({ title: 'Logo removed', description: 'Your company name is shown instead.' })}
    />
  );
}
