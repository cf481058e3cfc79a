import { useWatch } from 'react-hook-form';
import { WholeNumberField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { type PolicyPartProps, ShareOrSum } from './ShareOrSum';

/** The fee for overdue payments. It is proposed on the booking, and charged only if the user confirms it. */
export function LateFeeCard({ form, sign }: PolicyPartProps & { sign: string }) {
  const late = useWatch({ control: form.control, name: 'late' });
  return (
    <Card id="late-fee">
      <CardHeader
        title="Late Fee"
        description="A fee for overdue payments. We suggest it on the booking; you decide whether to charge it. Many places limit late fees, so check your local law."
      />
      <CardBody className="grid gap-4">
        <ShareOrSum
          form={form}
          name="late"
          called="Late Fee"
          sign={sign}
          legend="Late fee"
          options={{
            none: ['No fee', 'We only remind customers of overdue payments.'],
            percent: [
              'A percentage of the overdue amount',
              'Based on the unpaid amount when the fee is suggested.',
            ],
            amount: ['A fixed fee', 'The same for every overdue payment.'],
          }}
        />
        {late === 'none' ? null : (
          <>
            <WholeNumberField
              form={form}
              name="lateGraceDays"
              label="Grace Period"
              hint="0 means the fee is suggested the day after the due date."
              after="days after the due date"
              className="sm:max-w-72"
              min={0}
              max={60}
            />
            <FormChoice
              form={form}
              name="lateEvery"
              legend="How often"
              options={{
                once: ['Once', 'One fee for each overdue payment.'],
                month: ['Every month', 'Until the payment is received, for at most 12 months.'],
              }}
            />
          </>
        )}
      </CardBody>
    </Card>
  );
}
