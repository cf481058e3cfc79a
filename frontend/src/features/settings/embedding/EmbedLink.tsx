import { Check, Copy, ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useCopy } from '@/components/copy';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { FixedInput } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';

const QrCode = lazy(async () => ({ default: (await import('./QrCode')).QrCode }));

/** The booking form's URL, to be shared, printed or scanned. */
export function EmbedLink({ shared, preview }: { shared: string; preview: string }) {
  const { copied, copy } = useCopy({
    title: 'Link copied',
    description: 'Paste it wherever your customers find you.',
  });
  return (
    <Card id="your-booking-form">
      <CardHeader
        title="Your booking form"
        description="Anyone with this link can request letters without an account. Add it to your website, emails or flyers."
      />
      <CardBody className="grid gap-5">
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Link to your form" className="min-w-52 flex-1">
            <FixedInput value={shared} className="tabular" />
          </Field>
          <Button kind="secondary" onClick={() => copy(shared)}>
            {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {copied ? 'Copied' : 'Copy Link'}
          </Button>
        </div>
        <a
          href={preview}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 justify-self-start rounded-sm font-medium text-link text-sm hover:underline"
        >
          View as a customer
          <ExternalLink aria-hidden="true" className="size-3.5" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <QrCode text={shared} />
        </Suspense>
      </CardBody>
    </Card>
  );
}
