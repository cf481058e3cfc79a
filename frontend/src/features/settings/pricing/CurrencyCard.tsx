import { type Currency, useChooseCurrency, useCurrency } from '@/api/business';
import { refusalOf } from '@/api/form-errors';
import { Loaded } from '@/components/Loaded';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** The currency of all amounts. It is saved at once, and stays once there is an amount in it. */
export function CurrencyCard() {
  return (
    <Loaded read={useCurrency()} what="Your currency">
      {(known) => <Choice known={known} />}
    </Loaded>
  );
}

function Choice({ known }: { known: Currency }) {
  const choose = useChooseCurrency();
  const { currency, currencies, fixedBy } = known;
  // One that the installation offers no more is still the present one.
  const codes = currencies.some((code) => code === currency) ? currencies : [currency, ...currencies];
  return (
    <Card>
      <CardHeader title="Currency" description="Used for your prices, quotes, bookings and payments." />
      <CardBody className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Currency"
          hint={
            fixedBy === null
              ? 'Choose before your first booking. Prices keep their numbers: $25 becomes €25.'
              : `It stays ${currency}, because you have ${fixedBy} in it and amounts cannot be converted.`
          }
        >
          <Select
            value={choose.isPending ? choose.variables : currency}
            disabled={fixedBy !== null || choose.isPending}
            onChange={({ target }) => {
              const code = currencies.find((known) => known === target.value);
              if (code === undefined) return;
              choose.mutate(code, {
                onSuccess: (saved) => toast({ title: `Your currency is ${saved.currency} now` }),
              });
            }}
          >
            <Options of={codes.map((code) => [code, `${code} · ${nameOf(code)}`])} />
          </Select>
        </Field>
        <FailureAlert failure={refusalOf(choose.error)} className="sm:col-span-2" />
      </CardBody>
    </Card>
  );
}

const nameOf = (code: string) => new Intl.DisplayNames('en-US', { type: 'currency' }).of(code);
