import { Copy } from 'lucide-react';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FixedInput } from '@/ui/Input';
import { copyLink } from './copy';

/** The customer's link, with a copy button. */
export function LinkField({ link }: { link: string }) {
  return (
    <Field label="Link for Your Customer">
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
