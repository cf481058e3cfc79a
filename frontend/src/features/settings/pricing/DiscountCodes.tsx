import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type DiscountCode, useDiscountCodes, useSaveDiscountCode } from '@/api/payment-policy';
import type { User } from '@/api/types';
import { AmountField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { EditList } from '@/components/EditList';
import { FormDay } from '@/components/FormDay';
import { Loaded } from '@/components/Loaded';
import { useRecordForm } from '@/components/useServerForm';
import { dayIn, formatDay } from '@/lib/dates';
import { type Format, useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { currencySign } from '@/lib/typed-amount';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { codeOf, codeSchema, formOf } from './discount-code-form';

/** The business's discount codes with their limits and uses (P10). */
export function DiscountCodes({ user }: { user: User }) {
  return (
    <Loaded read={useDiscountCodes()} what="Your discount codes">
      {(codes) => <CodesCard codes={codes} user={user} />}
    </Loaded>
  );
}

function CodesCard({ codes, user }: { codes: readonly DiscountCode[]; user: User }) {
  const format = useFormat();
  const [editing, setEditing] = useState<DiscountCode | 'new' | null>(null);
  const currency = user.currency ?? 'USD';
  const today = dayIn(user.timeZone ?? 'America/New_York', new Date());
  return (
    <Card id="discount-codes" className="max-w-2xl">
      <CardHeader
        title="Discount Codes"
        description="Customers enter a code on your booking form. Canceled bookings don't count as uses."
      />
      <CardBody className="grid gap-4">
        <EditList
          rows={codes}
          none="No codes yet."
          keyOf={({ id }) => id}
          nameOf={({ code }) => code}
          onEdit={(code) => setEditing(code)}
          addLabel="Add Code"
          onAdd={() => setEditing('new')}
        >
          {(code) => (
            <>
              <p className="flex flex-wrap items-center gap-2 break-all font-medium text-sm">
                {code.code}
                <State code={code} today={today} />
              </p>
              <p className="text-faint text-sm">{limitsOf(format, code, currency).join(' · ')}</p>
            </>
          )}
        </EditList>
      </CardBody>
      {editing === null ? null : (
        <CodeDialog
          code={editing === 'new' ? null : editing}
          currency={currency}
          today={today}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

function limitsOf(format: Format, code: DiscountCode, currency: string): string[] {
  const off = code.percent === null ? formatMoney(code.amount ?? 0, currency) : `${code.percent}%`;
  const used =
    code.uses === null
      ? `used ${counted(code.used, 'time')}`
      : `used ${code.used} of ${counted(code.uses, 'time')}`;
  return [
    `${off} off`,
    ...(code.from === null ? [] : [`starts ${formatDay(format, code.from)}`]),
    ...(code.to === null ? [] : [`ends ${formatDay(format, code.to)}`]),
    ...(code.minimum === null ? [] : [`minimum order ${formatMoney(code.minimum, currency)}`]),
    used,
  ];
}

function State({ code, today }: { code: DiscountCode; today: string }) {
  if (code.to !== null && code.to < today) return <Badge>Ended</Badge>;
  if (code.uses !== null && code.used >= code.uses) return <Badge>Used up</Badge>;
  if (code.from !== null && code.from > today) return <Badge tone="yellow">Scheduled</Badge>;
  return <Badge tone="green">Active</Badge>;
}

interface CodeDialogProps {
  code: DiscountCode | null;
  currency: string;
  today: string;
  onClose: () => void;
}

function CodeDialog({ code, currency, today, onClose }: CodeDialogProps) {
  const format = useFormat();
  const form = useCheckedForm(codeSchema(format), formOf(format, code));
  const kind = useWatch({ control: form.control, name: 'kind' });
  const record = useRecordForm({
    form,
    save: useSaveDiscountCode(code?.id ?? null),
    sent: (form) => codeOf(format, form),
    done: () => ({
      title: 'Discount code saved',
      description: 'Existing bookings keep their discount.',
    }),
    onClose,
  });
  const dayField = (name: 'from' | 'to', label: string) => (
    <FormDay form={form} name={name} label={label} today={today} hint="Leave empty for no limit." />
  );
  return (
    <FormDialog
      title={code === null ? 'Add a Discount Code' : `Discount Code ${code.code}`}
      description="The discount applies to the order before delivery and tax."
      {...record}
      submitLabel="Save Code"
    >
      <div className="grid gap-5">
        <TextField
          form={form}
          name="code"
          label="Code"
          hint="Not case-sensitive."
          maxLength={40}
          autoComplete="off"
          placeholder="SUMMER"
        />
        <FormChoice
          form={form}
          name="kind"
          legend="Discount"
          options={{
            percent: ['A percentage', 'A percentage off the order.'],
            amount: ['An amount', 'A fixed amount off, up to the price of the order.'],
          }}
        />
        <AmountField
          form={form}
          name="value"
          label={kind === 'percent' ? 'Percentage' : 'Amount'}
          {...(kind === 'percent' ? { after: '%' } : { before: currencySign(currency) })}
          className="sm:max-w-56"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          {dayField('from', 'First Day')}
          {dayField('to', 'Last Day')}
          <AmountField
            form={form}
            name="uses"
            label="Uses"
            hint="Leave empty for no limit."
            inputMode="numeric"
            min={1}
            step={1}
          />
          <AmountField
            form={form}
            name="minimum"
            label="Minimum Order"
            hint="Leave empty for no minimum."
            before={currencySign(currency)}
          />
        </div>
      </div>
    </FormDialog>
  );
}
