import { useEffect, useState } from 'react';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { frameAddress, type WidgetConfig } from './embed-code';

/** So long nothing has to be typed before the preview is loaded again, in milliseconds. */
const PAUSE = 500;

/** The form itself as it will look, in a frame. It sends nothing, and says so when it is tried. */
export function EmbedPreview({ operator, config }: { operator: string; config: WidgetConfig }) {
  const wanted = `${frameAddress(window.location.origin, operator, config)}&preview=true`;
  const [address, setAddress] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAddress(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <Card className="min-w-0 self-start xl:sticky xl:top-6 xl:row-span-2">
      <CardHeader
        title="Preview"
        description="Your form as customers will see it. Try it: from here nothing is sent."
      />
      <CardBody>
        <iframe
          title="Preview of your booking form"
          src={address}
          className="h-[42rem] max-h-[85vh] w-full rounded-lg border border-line"
        />
      </CardBody>
    </Card>
  );
}
