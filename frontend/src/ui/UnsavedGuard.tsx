import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog';

/** Guard of a form with unsaved input. */
export interface Unsaved {
  /** Runs `go` immediately, or after a confirmation if input would be lost. */
  leave: (go: () => void) => void;
  /** Confirmation dialog; render it once. */
  question: ReactNode;
}

/**
 * Asks for confirmation before unsaved input is lost: by closing the form, a link, a tab, the back button or
 * closing the browser. Every form that can be left uses it.
 *
 * @param dirty whether the form has unsaved input
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

/** Guard for a form within a page: asks before leaving the page. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  return useUnsaved(dirty).question;
}

/** Forms with unsaved input, oldest first. */
let guards: readonly symbol[] = [];
const listeners = new Set<() => void>();

function setGuards(next: readonly symbol[]) {
  guards = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Mounted while there is unsaved input. Of several forms, the oldest asks, as a router supports one blocker. */
function PageGuard() {
  const [id] = useState(() => Symbol('form'));
  useEffect(() => {
    setGuards([...guards, id]);
    return () => setGuards(guards.filter((other) => other !== id));
  }, [id]);
  return useSyncExternalStore(subscribe, () => guards[0]) === id ? <PageBlocker /> : null;
}

function PageBlocker() {
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
      description="Your changes haven’t been saved."
      confirmLabel="Discard"
      pendingLabel="Discarding..."
      cancelLabel="Keep Editing"
      onConfirm={onDiscard}
      error={null}
      pending={false}
    />
  );
}
