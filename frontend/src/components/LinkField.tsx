import { Copy } from 'lucide-react';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FixedInput } from '@/ui/Input';
import { copyLink } from './copy';

/** A person's link, by default the customer's, with a copy button. */
export function LinkField({ link, label = 'Link for Your Customer' }: { link: string; label?: string }) {
  return (
    <Field label={label}>
      <div className="flex gap-2">
        <FixedInput value={link} className="min-w-0 flex-1 text-soft" />
        <Button kind="secondary" onClick={() => copyLink(link)}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </div>
    </Field>
  );
}
