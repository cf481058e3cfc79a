import { type Currency, useChooseCurrency, useCurrency } from '@/api/business';
import { refusalOf } from '@/api/form-errors';
import { Loaded } from '@/components/Loaded';
import { useFormat } from '@/lib/format';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import { toast } from '@/ui/toast-store';

/** The currency of all amounts. Saved at once, and fixed once an amount exists. */
export function CurrencyCard() {
  return (
    <Loaded read={useCurrency()} what="Your currency">
      {(setting) => <Choice setting={setting} />}
    </Loaded>
  );
}

function Choice({ setting }: { setting: Currency }) {
  const format = useFormat();
  const choose = useChooseCurrency();
  const { currency, currencies, fixedBy } = setting;
  // A currency that the installation no longer offers is still the current one.
  const codes = currencies.some((code) => code === currency) ? currencies : [currency, ...currencies];
  return (
    <Card id="currency">
      <CardHeader title="Currency" description="Used for your prices, quotes, bookings and payments." />
      <CardBody className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Currency"
          hint={
            fixedBy === null
              ? 'Choose before your first booking. Prices are not converted: $25 becomes €25.'
              : `You can't change the currency because you have ${fixedBy} in ${currency} and amounts can't be converted.`
          }
        >
          <Select
            value={choose.isPending ? choose.variables : currency}
            disabled={fixedBy !== null || choose.isPending}
            onChange={({ target }) => {
              const code = currencies.find((option) => option === target.value);
              if (code === undefined) return;
              choose.mutate(code, {
                onSuccess: (saved) => toast({ title: `Currency changed to ${saved.currency}` }),
              });
            }}
          >
            <Options of={codes.map((code) => [code, `${code} · ${nameOf(code)}`])} />
          </Select>
        </Field>
        <FailureAlert failure={refusalOf(format, choose.error)} className="sm:col-span-2" />
      </CardBody>
    </Card>
  );
}

const nameOf = (code: string) => new Intl.DisplayNames('en-US', { type: 'currency' }).of(code);
