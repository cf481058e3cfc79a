/** Asks about quotes and slashes before they are charged as letters; some signs include them. */
import { useState } from 'react';
import { withFirst } from '@/booking-form/draft';
import { MARKS_HINT } from '@/booking-form/lazy-texts';
import { doubtfulMarks, withoutMarks } from '@/booking-form/marks';
import { type Form, fieldId } from './fields';

export function MarksHint({ form }: { form: Form }) {
  const [{ text: message }] = form.draft.lines;
  const marks = doubtfulMarks(message);
  const [dismissed, setDismissed] = useState('');
  const asks = marks.length > 0 && dismissed !== marks.join('');
  // The pressed button is removed from the page, so move focus before it is lost.
  const backToField = () => document.getElementById(fieldId('message'))?.focus();
  return (
    <p className="hint" role="status">
      {asks && (
        <>
          {MARKS_HINT.question(marks)}{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              form.change(withFirst(form.draft, { text: withoutMarks(message) }));
              backToField();
            }}
          >
            {MARKS_HINT.leaveOut}
          </button>{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              setDismissed(marks.join(''));
              backToField();
            }}
          >
            {MARKS_HINT.keep}
          </button>
        </>
      )}
    </p>
  );
}
