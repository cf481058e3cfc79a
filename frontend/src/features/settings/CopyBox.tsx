import { Check, Copy } from 'lucide-react';
import { useCopy } from '@/components/copy';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Textarea } from '@/ui/Input';

export interface CopyBoxProps {
  label: string;
  hint: string;
  text: string;
}

/** A code snippet with a copy button. */
export function CopyBox({ label, hint, text }: CopyBoxProps) {
  const { copied, copy } = useCopy({
    title: 'Code copied',
    description: 'Paste it into the page where you want your form.',
  });
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint}>
        <Textarea
          readOnly
          value={text}
          rows={4}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="resize-y break-all font-mono text-xs sm:text-xs"
        />
      </Field>
      <Button
        kind={label === 'Embed Code' ? 'primary' : 'secondary'}
        className="justify-self-start"
        onClick={() => copy(text)}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? 'Copied' : `Copy ${label}`}
      </Button>
    </div>
  );
}
