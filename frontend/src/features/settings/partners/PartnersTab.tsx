import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Partner, usePartners, useSavePartner } from '@/api/partners';
import type { User } from '@/api/types';
import { AmountField } from '@/components/Amount';
import { FormChoice } from '@/components/Choice';
import { copyLink } from '@/components/copy';
import { EditList } from '@/components/EditList';
import { Loaded } from '@/components/Loaded';
import { useRecordForm } from '@/components/useServerForm';
import { dayIn } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { currencySign } from '@/lib/typed-amount';
import { counted } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { FormCheckbox, SelectField, TextField, useCheckedForm } from '@/ui/FormField';
import { Commission } from './Commission';
import { formOf, kindNames, partnerOf, partnerSchema } from './partner-form';

/** Partners who bring customers, and their commission. */
export function PartnersTab({ user }: { user: User }) {
  const currency = user.currency ?? 'USD';
  const today = dayIn(user.timeZone ?? 'America/New_York', new Date());
  return (
    <Loaded read={usePartners()} what="Your partners">
      {(partners) => (
        <div className="grid gap-6">
          <PartnersCard partners={partners} currency={currency} />
          {partners.length === 0 ? null : (
            <Commission partners={partners} currency={currency} today={today} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function PartnersCard({ partners, currency }: { partners: readonly Partner[]; currency: string }) {
  const [editing, setEditing] = useState<Partner | 'new' | null>(null);
  return (
    <Card id="partners" className="max-w-2xl">
      <CardHeader
        title="Partners"
        description="Planners, venues and photographers who send you customers. Bookings made through a partner's link count for them, and you can name a partner on any booking."
      />
      <CardBody className="grid gap-4">
        <EditList
          rows={partners}
          none="No partners yet."
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          onEdit={(partner) => setEditing(partner)}
          addLabel="Add Partner"
          onAdd={() => setEditing('new')}
        >
          {(partner) => (
            <>
              <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-medium text-sm">
                {partner.name}
                {partner.active ? null : <Badge>Disabled</Badge>}
              </p>
              <p className="wrap-anywhere text-faint text-sm">{factsOf(partner, currency).join(' · ')}</p>
              {partner.active ? (
                <Button
                  kind="quiet"
                  size="sm"
                  className="-ml-2 justify-self-start"
                  onClick={() => copyLink(new URL(partner.url, window.location.origin).href)}
                >
                  Copy Link
                </Button>
              ) : null}
            </>
          )}
        </EditList>
      </CardBody>
      {editing === null ? null : (
        <PartnerDialog
          partner={editing === 'new' ? null : editing}
          currency={currency}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

function factsOf({ kind, code, commission, bookings }: Partner, currency: string): string[] {
  const { percent, amount } = commission;
  return [
    kindNames[kind],
    percent === null ? `${formatMoney(amount ?? 0, currency)} per booking` : `${percent}%`,
    `code ${code}`,
    counted(bookings, 'booking'),
  ];
}

interface PartnerDialogProps {
  partner: Partner | null;
  currency: string;
  onClose: () => void;
}

function PartnerDialog({ partner, currency, onClose }: PartnerDialogProps) {
  const form = useCheckedForm(partnerSchema, formOf(partner));
  const commission = useWatch({ control: form.control, name: 'commission' });
  const record = useRecordForm({
    form,
    save: useSavePartner(partner?.id ?? null),
    sent: partnerOf,
    done: () => ({ title: 'Partner saved' }),
    onClose,
  });
  return (
    <FormDialog
      title={partner === null ? 'Add a Partner' : partner.name}
      description="Commission is computed on what customers paid, without tax and tips."
      {...record}
      submitLabel="Save Partner"
    >
      <div className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="name" label="Name" maxLength={200} autoComplete="off" />
          <SelectField form={form} name="kind" label="Kind">
            {Object.entries(kindNames).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField form={form} name="email" label="Email (Optional)" type="email" autoComplete="off" />
          <TextField
            form={form}
            name="code"
            label="Code"
            hint={
              partner === null ? 'Leave empty to use the name.' : 'Links with the old code stop counting.'
            }
            maxLength={40}
            autoComplete="off"
          />
        </div>
        <FormChoice
          form={form}
          name="commission"
          legend="Commission"
          options={{
            percent: ['A percentage', 'Of what the customer paid.'],
            amount: ['An amount', 'For each booking, once it is paid in full.'],
          }}
        />
        <AmountField
          form={form}
          name="value"
          label={commission === 'percent' ? 'Percentage' : 'Amount'}
          {...(commission === 'percent' ? { after: '%' } : { before: currencySign(currency) })}
          className="sm:max-w-56"
        />
        <FormCheckbox form={form} name="delivery" label="No commission on delivery fees" />
        <FormCheckbox form={form} name="items" label="No commission on items such as balloons" />
        {partner === null ? null : <FormCheckbox form={form} name="active" label="Code is active" />}
      </div>
    </FormDialog>
  );
}
