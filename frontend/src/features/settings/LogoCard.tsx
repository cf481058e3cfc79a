import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { DropZone } from '@/ui/DropZone';
import { PictureInput } from '@/ui/PictureInput';
import { NoPicture, pictureFor } from './logo-picture';

interface LogoCardProps {
  /** Address of the picture to show; null for none. */
  logo: string | null;
  companyName: string;
  disabled: boolean;
  onChoose: (picture: Blob) => void;
  onRemove: () => void;
}

/** The business's logo: choose, drop or remove it. */
export function LogoCard({ logo, companyName, disabled, onChoose, onRemove }: LogoCardProps) {
  const [preparing, setPreparing] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const busy = preparing || disabled;

  const prepare = async (file: File | undefined) => {
    if (file === undefined || busy) return;
    setFault(null);
    setPreparing(true);
    try {
      onChoose(await pictureFor(file));
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
        description="Shown at the top of your documents instead of your company name. Issued invoices keep their logo."
      />
      <CardBody className="grid gap-3">
        <DropZone onFile={(file) => void prepare(file)} className="flex flex-wrap p-4">
          {/* Documents are white, even in dark mode. */}
          <div className="grid h-24 w-full place-items-center rounded-md border border-line bg-white p-3 sm:w-56">
            {logo === null ? (
              <span className="line-clamp-3 text-center font-bold text-[#15121F] text-lg">{companyName}</span>
            ) : (
              <img src={logo} alt="Your logo" className="max-h-18 max-w-full object-contain" />
            )}
          </div>
          <PictureInput
            label="Logo file"
            accept="image/*"
            onFile={(file) => void prepare(file)}
            words={logo === null ? 'Choose Logo' : 'Replace Logo'}
            pending={busy}
            fault={fault}
            hint="Or drop an image here. We resize large images."
            noteClass="max-w-72"
          >
            {logo === null ? null : (
              <Button kind="quiet" disabled={busy} onClick={onRemove}>
                <Trash2 aria-hidden="true" />
                Remove Logo
              </Button>
            )}
          </PictureInput>
        </DropZone>
      </CardBody>
    </Card>
  );
}
