import * as z from 'zod/mini';
import { type Review, useChangeReview } from '@/api/reviews';
import { useRecordForm } from '@/components/useServerForm';
import { FormDialog } from '@/ui/FormDialog';
import { LongTextField, useCheckedForm } from '@/ui/FormField';
import { Stars } from './Stars';

const LONGEST_ANSWER = 2000;
const schema = z.object({ answer: z.string() });

/** The business's answer to a review. An empty one is removed. */
export function AnswerDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const form = useCheckedForm(schema, { answer: review.answer ?? '' });
  const record = useRecordForm({
    form,
    save: useChangeReview(review.id),
    sent: ({ answer }) => ({ answer: answer.trim() || null }),
    done: ({ answer }) => ({ title: answer === null ? 'Answer removed' : 'Answer saved' }),
    onClose,
  });
  return (
    <FormDialog
      title={review.answer === null ? `Answer ${review.customerName}` : 'Edit Answer'}
      description={
        review.shown
          ? 'Everyone can read your answer below the review.'
          : 'The customer can read your answer. If you show the review, everyone can.'
      }
      {...record}
      submitLabel="Save Answer"
    >
      <div className="grid gap-4">
        <blockquote className="grid gap-1 border-line border-l-2 pl-3 text-sm">
          <Stars value={review.stars} />
          {review.text === '' ? null : (
            <p className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">{review.text}</p>
          )}
        </blockquote>
        <LongTextField
          form={form}
          name="answer"
          label="Answer"
          rows={5}
          maxLength={LONGEST_ANSWER}
          hint={
            review.answer === null
              ? 'The customer can’t change the review after you answer it.'
              : 'Leave empty to remove the answer. The customer can then change the review again.'
          }
        />
      </div>
    </FormDialog>
  );
}
