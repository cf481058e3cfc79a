import { useState } from 'react';
import { MARKS_HINT } from '@/booking-form/lazy-texts';
import { doubtfulMarks, withoutMarks } from '@/booking-form/marks';

/** Ask about quotes and slashes in a message before they are charged as letters. */
export function MarksQuestion({
  message,
  onChange,
}: {
  message: string;
  onChange: (message: string) => void;
}) {
  const marks = doubtfulMarks(message);
  const [dismissed, setDismissed] = useState('');
  const answer = 'cursor-pointer rounded-sm font-medium text-link underline underline-offset-2';
  return (
    <p role="status" className="text-sm text-soft empty:hidden">
      {marks.length === 0 || dismissed === marks.join('') ? null : (
        <>
          {MARKS_HINT.question(marks)}{' '}
          <button type="button" className={answer} onClick={() => onChange(withoutMarks(message))}>
            {MARKS_HINT.leaveOut}
          </button>{' '}
          <button type="button" className={answer} onClick={() => setDismissed(marks.join(''))}>
            {MARKS_HINT.keep}
          </button>
        </>
      )}
    </p>
  );
}
