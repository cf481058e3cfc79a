import { type ReactNode, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog';

/** What a form does before it is left. */
export interface Unsaved {
  /** Does `go` at once, or, while something would be lost, once the person has agreed. */
  leave: (go: () => void) => void;
  /** The question; put it on the page once. */
  question: ReactNode;
}

/**
 * Asks before what was typed is lost: by closing the form, by a link, a tab or the back button, and by closing the
 * browser. Every form that can be left goes through here.
 *
 * @param dirty true while the form holds something that is not saved
 */
export function useUnsaved(dirty: boolean): Unsaved {
  const [going, setGoing] = useState<{ go: () => void } | null>(null);
  return {
    leave: (go) => (dirty ? setGoing({ go }) : go()),
    question: (
      <>
        {dirty ? <PageGuard /> : null}
        <Question
          open={going !== null}
          onStay={() => setGoing(null)}
          onDiscard={() => {
            setGoing(null);
            going?.go();
          }}
        />
      </>
    ),
  };
}

/** For a form that is part of a page: asks before the page is left. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  return useUnsaved(dirty).question;
}

/** Mounted only while there is something to lose, because a router knows one guard at a time. */
function PageGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      `${currentLocation.pathname}${currentLocation.search}` !==
      `${nextLocation.pathname}${nextLocation.search}`,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Question
      open={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}

function Question({ open, onStay, onDiscard }: { open: boolean; onStay: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onStay}
      title="Discard changes?"
      description="Your changes here have not been saved yet."
      confirmLabel="Discard"
      pendingLabel="Discarding..."
      cancelLabel="Keep Editing"
      onConfirm={onDiscard}
      error={null}
      pending={false}
    />
  );
}
