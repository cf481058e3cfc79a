import { Check, Copy, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { User } from '@/api/types';
import { copyText } from '@/lib/copy';
import { bookingFormLinks } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { EmptyState } from '@/ui/EmptyState';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** How long the button says that it has copied, in milliseconds (specification, section 9). */
const COPIED_FOR = 2000;

export function EmbedTab({ user }: { user: User }) {
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Your booking form"
        description="Anyone with this link can ask for a sign, without an account. Put it on your website, in your mails or behind a QR code."
      />
      <CardBody>
        {user.publicKey === null ? (
          <EmptyState
            title="This account runs no business"
            description="A booking form belongs to a business. Sign in with the account of one to share its form."
          />
        ) : (
          <FormLink {...bookingFormLinks(window.location.origin, user.publicKey)} />
        )}
      </CardBody>
    </Card>
  );
}

function FormLink({ shared, preview }: { shared: string; preview: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (copied) {
      const timer = setTimeout(() => setCopied(false), COPIED_FOR);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [copied]);
  const copy = async () => {
    try {
      await copyText(shared);
      setCopied(true);
      toast({ title: 'Link copied', description: 'Paste it wherever your customers find you.' });
    } catch {
      toast({
        title: 'Failed to copy',
        description: 'Select the link and copy it with your keyboard.',
        destructive: true,
      });
    }
  };
  return (
    <div className="grid gap-4">
      <div className="flex items-end gap-2">
        <Field label="Link to your form" className="flex-1">
          <Input readOnly value={shared} onFocus={(event) => event.target.select()} className="tabular" />
        </Field>
        <Button onClick={copy}>
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
        See it as a customer
        <ExternalLink aria-hidden="true" className="size-3.5" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </div>
  );
}
