import { Link } from 'react-router';
import { ApiError } from '@/api/errors';
import { type TextSettings, useSaveTextSettings, useTextSettings } from '@/api/texts';
import { AmountField } from '@/components/Amount';
import { Loaded } from '@/components/Loaded';
import { SaveBar } from '@/components/SaveBar';
import { useServerForm } from '@/components/useServerForm';
import { formatMoney } from '@/lib/money';
import { paths } from '@/lib/paths';
import { currencySign } from '@/lib/typed-amount';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { FormSwitch } from '@/ui/FormSwitch';
import { DescriptionText, Stat } from '@/ui/facts';
import { toast } from '@/ui/toast-store';
import { textsForm, textsOf, textsSchema } from './texts-form';

/** The number that texts come from, the monthly limit, and who may read conversations. */
export function TextsTab() {
  return (
    <Loaded read={useTextSettings()} what="Your texts">
      {(settings) => (
        <div className="grid max-w-2xl gap-6">
          {settings.available ? null : <NotAvailable setUp={settings.setUp} />}
          <Usage settings={settings} />
          <TextsForm settings={settings} />
        </div>
      )}
    </Loaded>
  );
}

/** What is missing, and who can add it. */
function NotAvailable({ setUp }: { setUp: boolean }) {
  return (
    <Card>
      <CardHeader
        title={setUp ? 'You have no number to text from' : 'Texts aren’t set up on this installation'}
        description={
          setUp
            ? 'Enter a number below. Until then, your messages go by email.'
            : 'The administrator of this site adds an account at the text provider in Admin > Settings > Texts. Until then, your messages go by email. You can choose your settings now.'
        }
        className="pb-5"
      />
    </Card>
  );
}

function Usage({ settings }: { settings: TextSettings }) {
  const { segmentsThisMonth, spentThisMonth, monthlyCap, currency } = settings;
  return (
    <Card id="texts-this-month">
      <CardHeader
        title="This Month"
        description="An estimate. Long texts and those with emoji count as several segments."
      />
      <CardBody>
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          <Stat label={segmentsThisMonth === 1 ? 'segment' : 'segments'}>{segmentsThisMonth}</Stat>
          <Stat label={monthlyCap === null ? 'spent' : `of ${formatMoney(monthlyCap, currency)} spent`}>
            {formatMoney(spentThisMonth, currency)}
          </Stat>
        </dl>
        {monthlyCap !== null && spentThisMonth >= monthlyCap ? (
          <p role="status" className="mt-4 font-medium text-danger text-sm">
            Your monthly limit is reached. No more texts are sent this month.
          </p>
        ) : null}
      </CardBody>
    </Card>
  );
}

function TextsForm({ settings }: { settings: TextSettings }) {
  const form = useCheckedForm(textsSchema, textsForm(settings));
  const { submit, failure, setFailure, pending } = useServerForm({
    form,
    save: useSaveTextSettings(),
    sent: textsOf,
    failed: 'Update failed',
    // The form has one field for the number and the messaging service.
    onRefused: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      const message = fields.number ?? fields.messagingServiceSid;
      if (message === undefined) return false;
      form.setError('sender', { type: 'server', message }, { shouldFocus: true });
      return true;
    },
    onSaved: (saved) => {
      form.reset(textsForm(saved));
      toast({ title: 'Texts saved' });
    },
  });
  const { shared, sender, currency } = settings;
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <Card id="number-and-limit">
        <CardHeader
          title="Number and Limit"
          description="Customers get texts only if they agreed to them. Texts are sent from 8 AM to 9 PM where the customer is."
        />
        <CardBody className="grid gap-5">
          <TextField
            form={form}
            name="sender"
            label="Your Number"
            hint={
              shared && sender !== null
                ? `A number or messaging service of your own at this site’s text provider. Leave empty to text from the site’s number, ${sender}, which other businesses use too.`
                : 'A number or messaging service of your own at this site’s text provider, such as +15185550100.'
            }
            autoComplete="off"
            spellCheck={false}
            maxLength={120}
          />
          <AmountField
            form={form}
            name="monthlyCap"
            label="Monthly Limit"
            hint="Once you reach it, texts stop until the next month. Leave empty for no limit."
            className="sm:max-w-56"
            before={currencySign(currency)}
          />
          <FormSwitch
            form={form}
            name="staffSee"
            label="Staff can read conversations"
            hint="Texts, emails, questions, notes and calls of your customers. Owners and managers always can."
          />
        </CardBody>
      </Card>
      <Replies answers={settings.answers} />
      <FailureAlert failure={failure} />
      <SaveBar
        dirty={form.formState.isDirty}
        pending={pending}
        onDiscard={() => {
          setFailure(null);
          form.reset(textsForm(settings));
        }}
      />
    </form>
  );
}

function Replies({ answers }: Pick<TextSettings, 'answers'>) {
  return (
    <Card id="automatic-replies">
      <CardHeader
        title="Automatic Replies"
        description="Carriers require these replies, so you can’t change them. When a customer replies STOP, texts stop at once."
      />
      <CardBody>
        <dl className="grid gap-4">
          <DescriptionText label="To STOP, UNSUBSCRIBE, CANCEL, END or QUIT" text={answers.stop} />
          <DescriptionText label="To START" text={answers.start} />
          <DescriptionText label="To HELP or INFO" text={answers.help} />
        </dl>
        <p className="mt-5 text-soft text-sm">
          Choose which messages go by text in{' '}
          <Link to={`${paths.settings}?tab=messages#emails`} className="rounded-sm text-link underline">
            Messages
          </Link>
          .
        </p>
      </CardBody>
    </Card>
  );
}
