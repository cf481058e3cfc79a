import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { type BookingRules, useBookingRules, useSaveBookingRules } from '@/api/booking-rules';
import type { User } from '@/api/types';
import { WholeNumberField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { Loaded } from '@/components/Loaded';
import { SaveBar } from '@/components/SaveBar';
import { useSavedForm } from '@/components/useServerForm';
import { type Format, useFormat } from '@/lib/format';
import { changed } from '@/lib/keys';
import { paths } from '@/lib/paths';
import { labelOf } from '@/lib/time-zones';
import { FailureAlert } from '@/ui/FailureAlert';
import { TextField } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { BlockedSenders } from './BlockedSenders';
import { formOf, type RulesForm, rulesOf, rulesSchema } from './booking-rules-form';
import { CustomerChangesCard } from './CustomerChangesCard';
import { FormFields, WhenCard, WhereCard } from './DeliveryRules';
import { MakeFitCard } from './MakeFitCard';
import { RequestHoldsCard } from './RequestHoldsCard';
import { RuleCard } from './RuleCard';

/** The booking rules of a business: days, turnaround, holds and approval (B2, B8, L2, L4). */
export function BookingRulesTab({ user }: { user: User }) {
  return (
    <div className="in-turn grid gap-6">
      <Loaded read={useBookingRules()} what="Your booking rules">
        {(rules) => <RulesCard rules={rules} user={user} />}
      </Loaded>
      <BlockedSenders />
    </div>
  );
}

function changeOf(format: Format, input: RulesForm, saved: BookingRules) {
  // The installation's default becomes the business's own rule only once edited.
  const before = { ...saved, ...rulesOf(format, formOf(format, saved)) };
  // The two turnaround fields only make sense together.
  const { sameDayTurnaround, turnaroundDays, ...rest } = rulesOf(format, input);
  const turned = changed({ sameDayTurnaround, turnaroundDays }, { ...before });
  const both = Object.keys(turned).length === 0 ? {} : { sameDayTurnaround, turnaroundDays };
  return { ...changed(rest, { ...before }), ...both };
}

function RulesCard({ rules, user }: { rules: BookingRules; user: User }) {
  const format = useFormat();
  const schema = useMemo(() => rulesSchema(format), [format]);
  const { form, submit, failure, discard, dirty, pending } = useSavedForm({
    saved: rules,
    formOf: (value) => formOf(format, value),
    resolver: zodResolver(schema),
    changeOf: (input, saved) => changeOf(format, input, saved),
    save: useSaveBookingRules(),
    done: { title: 'Booking rules saved', description: 'The new rules apply to bookings made from now on.' },
    rows: ['closedDays', 'installWindows'],
  });
  const { errors } = form.formState;
  const turnaround = useWatch({ control: form.control, name: 'turnaround' });

  return (
    <form onSubmit={submit} noValidate className="grid max-w-2xl gap-6">
      <RuleCard
        id="rentals"
        title="Rentals"
        description={
          <>
            How long a rental can be. Rental days follow your{' '}
            <Link to={`${paths.settings}?tab=business`} className="rounded-sm text-link underline">
              time zone
            </Link>
            , {labelOf(rules.timeZone)}.
          </>
        }
      >
        <WholeNumberField
          form={form}
          name="maxRentalDays"
          label="Longest Rental"
          hint="Customers can't request a longer rental."
          after="days"
          min={1}
          max={90}
        />
      </RuleCard>

      <RuleCard
        id="turnaround"
        title="Turnaround"
        description="How soon letters can go out again. Existing bookings keep the rule they were booked with."
      >
        <FormChoice
          form={form}
          name="turnaround"
          legend="After the pickup, letters are available again"
          error={turnaround === 'extra' ? undefined : errors.turnaroundDays?.message}
          options={{
            same: [
              'On the same day',
              'A letter picked up in the morning can be delivered elsewhere the same day.',
            ],
            next: ['On the next day', 'The pickup day still counts as part of the rental.'],
            extra: [
              'After extra days',
              'Days are reserved after each pickup for cleaning, repairs, or a long drive home.',
            ],
          }}
        />
        {turnaround === 'extra' ? (
          <WholeNumberField
            form={form}
            name="turnaroundDays"
            label="Extra Days"
            hint="Full days after the pickup before the letters can go out again."
            after="days"
            min={1}
            max={14}
          />
        ) : null}
      </RuleCard>

      <WhenCard form={form} user={user} />
      <WhereCard form={form} />

      <RuleCard
        id="requests"
        title="Requests"
        description="What happens after a customer submits your booking form."
      >
        <FormSwitch
          form={form}
          name="approvalRequired"
          label="Approve each request"
          hint="You confirm each request. When this is off, requests are confirmed automatically if the letters are available."
        />
        <WholeNumberField
          form={form}
          name="answerWithinHours"
          label="Reply Within"
          hint="A promise that customers see after sending a request, on their booking page and in the email, such as “within a day” for 24. Leave empty to promise nothing."
          after="hours"
          placeholder="No promise"
        />
        <WholeNumberField
          form={form}
          name="holdDays"
          label="Hold"
          hint="Letters stay reserved for a pending request for this many days. After that, others can book them. The request stays on your list."
          after="days"
          min={1}
          max={90}
        />
        <WholeNumberField
          form={form}
          name="waitingOfferHours"
          label="Waiting List Offers"
          hint="How long letters are held for a waiting customer after we email the offer. After that, we offer them to the next customer."
          after="hours"
          min={1}
          max={336}
        />
        <p className="text-soft text-sm">
          Cancellation, deposits and due dates are in{' '}
          <Link to={`${paths.settings}?tab=policy`} className="rounded-sm text-link underline">
            Payment Policy
          </Link>
          .
        </p>
      </RuleCard>

      <RequestHoldsCard form={form} />
      <CustomerChangesCard form={form} />

      <RuleCard
        id="booking-form"
        title="Booking Form"
        description="The fields customers fill in, and the business details they see before they send a request."
      >
        <FormFields form={form} />
        <FormSwitch
          form={form}
          name="contactOnForm"
          label="Show your contact details"
          hint="The form shows the phone number and email address from your business details, even if the form itself can't load."
        />
        <FormSwitch
          form={form}
          name="termsOnForm"
          label="Ask customers to accept your terms"
          hint="Customers can read your terms on the form and must accept them before they submit it. We save the accepted version with the booking."
        />
      </RuleCard>

      <RuleCard
        id="follow-up-emails"
        title="Follow-Up Emails"
        description="Sent after a visit to your form or after an event. Each email has an unsubscribe link. Edit the wording under Messages."
      >
        <FormSwitch
          form={form}
          name="emailPrices"
          label="Email visitors who saw a price and left"
          hint="The form asks visitors if they want one email a day later. Those who agree are also listed under Unfinished Bookings."
        />
        <WholeNumberField
          form={form}
          name="quoteFollowUpDays"
          label="Follow Up on Open Quotes After"
          hint="Customers who haven't answered your quote get an email after this many days, and once more after as many again. Leave empty to send none."
          after="days"
          min={1}
          max={30}
          placeholder="Never"
        />
        <FormSwitch
          form={form}
          name="emailYearly"
          label="Email past customers a year later"
          hint="One email a year, eleven months after an event, with a link to book the same sign again. Not sent to customers who canceled or have a coming booking."
        />
        <FormSwitch
          form={form}
          name="askForReviews"
          label="Ask customers for a review"
          hint="The day after the pickup, with one reminder a week later. You choose which reviews to show."
        />
        <TextField
          form={form}
          name="reviewUrl"
          label="Review Page Elsewhere (Optional)"
          hint="A page where you also collect reviews, such as Google or Yelp. We link to it after customers send you a review, whatever their rating."
          type="url"
          maxLength={500}
          placeholder="https://"
          autoComplete="off"
        />
        <p className="text-soft text-sm">
          Choose which reviews to show on the{' '}
          <Link to={paths.reviews} className="rounded-sm text-link underline">
            Reviews
          </Link>{' '}
          page.
        </p>
      </RuleCard>

      <MakeFitCard form={form} />

      <FailureAlert failure={failure} />
      <SaveBar dirty={dirty} pending={pending} onDiscard={discard} />
    </form>
  );
}
