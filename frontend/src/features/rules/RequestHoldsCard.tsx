import type { UseFormReturn } from 'react-hook-form';
import { WholeNumberField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import type { RulesForm } from './booking-rules-form';

/** The rules for how long requests hold letters, and how many. */
export function RequestHoldsCard({ form }: { form: UseFormReturn<RulesForm> }) {
  return (
    <Card>
      <CardHeader
        title="Letters Held for Requests"
        description="Limits how much of your stock unconfirmed requests can reserve."
      />
      <CardBody className="grid gap-5">
        <FormChoice
          form={form}
          name="requestsHold"
          legend="A request holds its letters"
          options={{
            until_answered: [
              'Right away',
              'For 30 minutes, and until you answer once the customer confirms their email address.',
            ],
            after_confirmation: [
              'After the email is confirmed',
              'Nothing is held until the customer opens the link in our email.',
            ],
            nothing: ['Never', 'Letters are only held once you confirm the booking.'],
          }}
        />
        <WholeNumberField
          form={form}
          name="strangersSharePercent"
          label="Share for Unconfirmed Requests"
          hint="Together, requests without a confirmed email hold at most this share of each letter on a day, rounded up. Others are taken without holding letters."
          after="%"
          min={0}
          max={100}
        />
        <WholeNumberField
          form={form}
          name="strangersLetterDays"
          label="Days per Network"
          hint="Unconfirmed requests from one network hold a letter on at most this many days and two weekends a month, and three times as many once confirmed. Your last piece of a letter is held for unconfirmed requests on at most this many days a month."
          after="days a month"
          min={0}
          max={31}
        />
      </CardBody>
    </Card>
  );
}
