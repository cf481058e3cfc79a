import { useWatch } from 'react-hook-form';
import { WholeNumberField } from '@/components/Amount';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { type PolicyPartProps, ShareOrSum } from './ShareOrSum';

/** The security hold on the card that a customer keeps. */
export function HoldCard({ form, sign }: PolicyPartProps & { sign: string }) {
  const hold = useWatch({ control: form.control, name: 'hold' });
  return (
    <Card id="security-hold">
      <CardHeader
        title="Security Hold"
        description="An amount that is held on the card a customer keeps, without charging it. You can capture a part of it for damage; the rest is released."
      />
      <CardBody className="grid gap-4">
        <ShareOrSum
          form={form}
          name="hold"
          called="Hold"
          sign={sign}
          legend="Security hold"
          options={{
            none: ['No hold', 'Nothing is held on the card.'],
            percent: ['A percentage of the total', "Based on the booking's total."],
            amount: ['A fixed amount', 'The same for every booking.'],
          }}
        />
        {hold === 'none' ? null : (
          <>
            <WholeNumberField
              form={form}
              name="holdDaysBefore"
              label="Place the Hold"
              hint="At 10:00 on that day. 0 means on the delivery day."
              after="days before the delivery"
              className="sm:max-w-72"
              min={0}
              max={2}
            />
            <WholeNumberField
              form={form}
              name="holdReleaseDays"
              label="Release the Hold"
              hint="If no damage or loss was reported."
              after="days after the pickup"
              className="sm:max-w-72"
              min={0}
              max={30}
            />
          </>
        )}
      </CardBody>
    </Card>
  );
}
