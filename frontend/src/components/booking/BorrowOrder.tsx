import './borrow-order.css';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Draft } from '@/api/types';
import { useCopy } from '@/components/copy';
import { newEmailHref, newTextHref } from '@/lib/draft-links';
import { Button } from '@/ui/Button';
import { Dialog, DialogBody, DialogFooter } from '@/ui/Dialog';
import { Field } from '@/ui/Field';
import { Textarea } from '@/ui/Input';

/** An order to another business for missing pieces: to edit, then print, send or copy. */
export function BorrowOrder({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const [text, setText] = useState(draft.text);
  const { copy } = useCopy({ title: 'Order copied', description: draft.subject });
  return (
    <>
      <Dialog title="Borrow Order" description={draft.subject} onClose={onClose}>
        <DialogBody>
          <Field label="Message" hint="Nothing is sent from here: your phone or mail program opens.">
            <Textarea rows={12} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button kind="quiet" size="sm" onClick={() => void copy(text)}>
            Copy
          </Button>
          <Button kind="secondary" size="sm" onClick={() => window.print()}>
            Print
          </Button>
          <Button asChild kind="secondary" size="sm">
            <a href={newTextHref(text)}>Text</a>
          </Button>
          <Button asChild size="sm">
            <a href={newEmailHref('', draft.subject, text)}>Email</a>
          </Button>
        </DialogFooter>
      </Dialog>
      {createPortal(
        <article className="borrow-order">
          <h1>{draft.subject}</h1>
          <p>{text}</p>
        </article>,
        document.body,
      )}
    </>
  );
}
