import type { UseFormReturn } from 'react-hook-form';
import { WholeNumberField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import type { RulesForm } from './booking-rules-form';
import { RuleCard } from './RuleCard';

/** Rules for how long pending requests hold letters, and how many. */
export function RequestHoldsCard({ form }: { form: UseFormReturn<RulesForm> }) {
  return (
    <RuleCard
      id="letters-held-for-requests"
      title="Letters Held for Requests"
      description="Limits how much of your stock unconfirmed requests can reserve."
    >
      <FormChoice
        form={form}
        name="requestsHold"
        legend="Hold letters for a request"
        options={{
          until_answered: [
            'Right away',
            'Held for 30 minutes, or until you reply once the customer confirms their email address.',
          ],
          after_confirmation: [
            'After email confirmation',
            'Letters are held once the customer opens the link in our email.',
          ],
          nothing: ['Never', 'Letters are held only once you confirm the booking.'],
        }}
      />
      <WholeNumberField
        form={form}
        name="strangersSharePercent"
        label="Limit for Unconfirmed Requests"
        hint="The largest share of each letter that all requests with unconfirmed emails together can hold on one day, rounded up. Beyond this limit, requests are accepted without a hold."
        after="%"
        min={0}
        max={100}
      />
      <WholeNumberField
        form={form}
        name="strangersLetterDays"
        label="Limit per Internet Connection"
        hint="How many days a month, plus two weekends, requests sent from the same internet connection can hold a letter. The limit is three times as high once their emails are confirmed. It also applies to the last piece of a letter, for all unconfirmed requests together."
        after="days per month"
        min={0}
        max={31}
      />
    </RuleCard>
  );
}
