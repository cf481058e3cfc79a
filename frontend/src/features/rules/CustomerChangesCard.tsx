import type { UseFormReturn } from 'react-hook-form';
import { FormChoice } from '@/components/Choice';
import type { RulesForm } from './booking-rules-form';
import { RuleCard } from './RuleCard';

/** Whether customers change their bookings at once or request every change. */
export function CustomerChangesCard({ form }: { form: UseFormReturn<RulesForm> }) {
  return (
    <RuleCard
      id="changes-by-customers"
      title="Changes by Customers"
      description="Customers can choose another time, other days, another place or other letters on their booking page. They see the new price and availability first."
    >
      <FormChoice
        form={form}
        name="customerChanges"
        legend="When a customer changes a booking"
        options={{
          asked: ['Ask me first', 'You get a request and accept it with one button.'],
          at_once: [
            'Change it right away',
            'Confirmed bookings change at once if the letters are available, the days are open and your minimum notice is met. Everything else is a request.',
          ],
        }}
      />
    </RuleCard>
  );
}
