import type { Currency } from '@/api/business';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Options, Select } from '@/ui/Input';
import type { CurrencyCode } from '../page-parts';

interface CurrencyCardProps {
  setting: Currency;
  chosen: Currency['currency'];
  onChoose: (currency: CurrencyCode) => void;
}

/** The currency of all amounts, which is fixed once an amount exists. */
export function CurrencyCard({ setting, chosen, onChoose }: CurrencyCardProps) {
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
            value={chosen}
            disabled={fixedBy !== null}
            onChange={({ target }) => {
              const code = currencies.find((option) => option === target.value);
              if (code !== undefined) onChoose(code);
            }}
          >
            <Options of={codes.map((code) => [code, `${code} · ${nameOf(code)}`])} />
          </Select>
        </Field>
      </CardBody>
    </Card>
  );
}

const nameOf = (code: string) => new Intl.DisplayNames('en-US', { type: 'currency' }).of(code);
