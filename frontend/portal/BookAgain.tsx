import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { prepareForm } from './book-again';
import { FormError } from './fields';
import { primaryButton } from './looks';

/** Opens the business's form with everything but the days filled in. A link that ends in #again does so at once. */
export function BookAgain({ token }: { token: string }) {
  const [opening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async () => {
    setOpening(true);
    setProblem(null);
    try {
      location.assign(await prepareForm(token));
    } catch (error) {
      setProblem(sentenceOf(error));
      setOpening(false);
    }
  };
  const start = useRef(open);
  useEffect(() => {
    if (location.hash !== '#again') return;
    // Going back to this page must not open the form again.
    history.replaceState(null, '', location.pathname);
    void start.current();
  }, []);
  return (
    <div className="mt-3 grid gap-4">
      <p>We’ll fill in the form with this sign, place and your details. You choose the days.</p>
      <FormError message={problem} />
      <button
        type="button"
        className={primaryButton}
        disabled={opening}
        aria-busy={opening}
        onClick={() => void open()}
      >
        {opening ? 'Opening the form…' : 'Book Again'}
      </button>
    </div>
  );
}
