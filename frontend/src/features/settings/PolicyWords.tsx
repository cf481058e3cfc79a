import type { ReactNode } from 'react';
import { useDeferredValue } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { usePolicyInWords } from '@/api/payment-policy';
import { LoadState } from '@/components/LoadState';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { type PolicyForm, policyOf, policySchema } from './payment-policy-form';

/** The policy in words, updated while it is edited: sentences and an example, both from the server. */
export function PolicyWords({ form, currency }: { form: UseFormReturn<PolicyForm>; currency: string }) {
  const format = useFormat();
  const typed = useDeferredValue(useWatch({ control: form.control, compute: (whole: PolicyForm) => whole }));
  const valid = policySchema.safeParse(typed).success;
  const words = usePolicyInWords(valid ? policyOf(typed) : null);
  return (
    <Card className="lg:sticky lg:top-20" aria-busy={words.isFetching}>
      <CardHeader
        title="What Customers See"
        description="A preview of these settings before you save them."
      />
      <CardBody className="grid gap-5">
        {words.data !== undefined ? (
          <div aria-live="polite" className="grid gap-5">
            <Sentences title="Payment" sentences={words.data.payment} />
            <Sentences title="Cancellation" sentences={words.data.cancellation} />
            {words.data.extras.length === 0 ? null : (
              <Sentences title="Damage Waiver and Tips" sentences={words.data.extras} />
            )}
            <section>
              <h3 className="font-medium text-sm">
                {`A booking of ${formatMoney(words.data.example.total, currency)} made today for ${formatDay(format, words.data.example.delivery)}`}
              </h3>
              <dl className="mt-1.5 grid gap-1 text-sm">
                {words.data.example.schedule.map(({ due, amount }) => (
                  <div key={due} className="flex justify-between gap-4">
                    <dt className="text-soft">{`Due ${formatDay(format, due)}`}</dt>
                    <dd className="tabular">{formatMoney(amount, currency)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          </div>
        ) : (
          <LoadState of={words} failed="The preview could not be loaded">
            <WordsLoading />
          </LoadState>
        )}
        {valid ? null : <p className="text-faint text-sm">Complete the fields to update the preview.</p>}
      </CardBody>
    </Card>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <section>
      <h3 className="font-medium text-sm">{title}</h3>
      <ul className="mt-1.5 grid gap-1 text-pretty text-soft text-sm">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** A placeholder for lines of text that are loading, followed by `children`. */
export function WordsLoading({ children }: { children?: ReactNode }) {
  return (
    <Placeholder className="grid gap-3" bars={['h-5', 'h-5 w-3/4']}>
      {children}
    </Placeholder>
  );
}
