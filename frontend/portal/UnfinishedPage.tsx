import { useCallback, useEffect, useState } from 'react';
import { sentenceOf } from '@/api/errors';
import { prepareUnfinishedForm } from './book-again';
import { isMissing, Loading, Unavailable } from './LinkPage';

/** Opens the business's form with everything that the visitor had entered. */
export function UnfinishedPage({ token }: { token: string }) {
  const [failure, setFailure] = useState<{ missing: boolean; sentence: string } | null>(null);
  const open = useCallback(async () => {
    setFailure(null);
    try {
      location.replace(await prepareUnfinishedForm(token));
    } catch (error) {
      setFailure({ missing: isMissing(error), sentence: sentenceOf(error) });
    }
  }, [token]);
  useEffect(() => {
    void open();
  }, [open]);
  if (failure === null) return <Loading title="Opening Your Form…" />;
  return (
    <Unavailable
      {...failure}
      titles={{ missing: 'This link is not available', failed: 'We couldn’t open your form' }}
      onAgain={() => void open()}
    />
  );
}
