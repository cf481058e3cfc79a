import { Copy } from 'lucide-react';
import { copyLink } from '@/components/copy';
import { SignLater } from '@/sign/SignLater';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';

/** The URL of the public form, ready to copy. */
export function ShareCard({ link }: { link: string }) {
  return (
    <Card className="overflow-hidden">
      <div aria-hidden="true" className="night-ground px-6 py-7">
        <SignLater message="BOOK ME" height={54} maxHeight={56} surface="night" align="center" />
      </div>
      <CardHeader
        title="Your booking form"
        description="Send the link to a customer or add the form to your website. You approve each request."
      />
      <CardBody className="flex flex-wrap items-center justify-between gap-3">
        <p className="tabular min-w-0 flex-1 truncate text-faint text-sm">
          {link.replace(/^https?:\/\//, '')}
        </p>
        <CopyLink link={link} />
      </CardBody>
    </Card>
  );
}

/** Button that copies the URL of the public form. */
export function CopyLink({ link }: { link: string }) {
  return (
    <Button size="sm" kind="secondary" onClick={() => copyLink(link)}>
      <Copy aria-hidden="true" />
      Copy Link
    </Button>
  );
}
