import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Dialog } from '@/ui/Dialog';
import { frameAddress, type WidgetConfig } from './embed-code';

interface PreviewProps {
  operator: string;
  config: WidgetConfig;
}

const about = 'Your form as customers see it. Try it out: nothing is sent from here.';

/** Preview beside the settings that change it, on wide screens. */
export function PreviewCard(props: PreviewProps) {
  return (
    <Card id="preview" className="min-w-0 self-start xl:sticky xl:top-6 xl:row-span-2">
      <CardHeader title="Preview" description={about} />
      <CardBody>
        <PreviewFrame {...props} className="h-[42rem] max-h-[85vh] w-full rounded-lg border border-line" />
      </CardBody>
    </Card>
  );
}

/** Button at the bottom of the screen while the settings that change the form are visible. Opens the preview. */
export function PreviewSheet(props: PreviewProps) {
  const [open, setOpen] = useState(false);
  return (
    <div
      id="preview"
      className="sticky bottom-0 z-10 -mx-4 bg-paper/95 px-4 py-3 backdrop-blur sm:mx-0 sm:px-0"
    >
      <Button kind="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Eye aria-hidden="true" />
        Preview
      </Button>
      {open ? (
        <Dialog title="Preview" description={about} className="sm:max-w-2xl" onClose={() => setOpen(false)}>
          <PreviewFrame {...props} className="h-[80dvh] w-full" />
        </Dialog>
      ) : null}
    </div>
  );
}

/** Pause after typing before the preview reloads, in milliseconds. */
const PAUSE = 500;

/** The form in a frame. It sends nothing, and shows a notice on submit. */
function PreviewFrame({ operator, config, className }: PreviewProps & { className: string }) {
  const target = `${frameAddress(window.location.origin, operator, config)}&preview=true`;
  const [address, setAddress] = useState(target);
  useEffect(() => {
    const timer = setTimeout(() => setAddress(target), PAUSE);
    return () => clearTimeout(timer);
  }, [target]);
  return <iframe title="Preview of your booking form" src={address} className={className} />;
}
