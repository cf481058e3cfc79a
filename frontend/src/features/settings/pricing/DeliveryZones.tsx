import { ArrowDown, ArrowUp, MapPin } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { useDeliveryZones, useSaveDeliveryZones, type DeliveryZones as Zones } from '@/api/price-list';
import type { User } from '@/api/types';
import { AmountField } from '@/components/Amount';
import { placeLabels, placeWords } from '@/components/booking/place-labels';
import { Loaded } from '@/components/Loaded';
import { AddRow, RemoveRow, RowFrame } from '@/components/RowList';
import { useRecordForm } from '@/components/useServerForm';
import { formatMoney } from '@/lib/money';
import { currencySign } from '@/lib/typed-amount';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { FormCheckbox, faultOf, LongTextField, TextField, useCheckedForm } from '@/ui/FormField';
import {
  formOf,
  NEW_ZONE,
  type ZonesForm,
  zipCodesInShort,
  zipFault,
  zonesOf,
  zonesSchema,
} from './delivery-zones-form';
import { FigureForm } from './FigureForm';

const MOST_ZONES = 100;

/** The delivery fee, and fees by ZIP code with a dialog to edit them. */
export function DeliveryZonesTab({ user }: { user: User }) {
  return (
    <div className="in-turn grid max-w-2xl gap-6">
      <Card id="delivery-fee">
        <CardHeader title="Delivery Fee" description="One fee for all places, unless you have zones." />
        <CardBody>
          <FigureForm
            name="deliveryFee"
            label="Fee"
            hint="Added to every booking. Enter 0 for free delivery."
            user={user}
          />
        </CardBody>
      </Card>
      <Loaded read={useDeliveryZones()} what="Your delivery zones">
        {(zones) => <ZonesCard saved={zones} user={user} />}
      </Loaded>
    </div>
  );
}

function ZonesCard({ saved, user }: { saved: Zones; user: User }) {
  const currency = user.currency ?? 'USD';
  const { zipCode } = placeWords(user.hasStates);
  const [editing, setEditing] = useState(false);
  const money = (units: number) => formatMoney(units, currency);
  return (
    <Card id="delivery-zones">
      <CardHeader
        title="Delivery Zones"
        description={`Fees by ${zipCode} that override the delivery fee above. The first matching zone applies.`}
      />
      <CardBody className="grid gap-4">
        {saved.zones.length === 0 ? (
          <p className="text-soft text-sm">No zones yet. Every booking is charged the delivery fee above.</p>
        ) : (
          <ol className="grid divide-y divide-line">
            {saved.zones.map((zone, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a zone is identified by its position.
              <li key={index} className="flex items-start justify-between gap-4 py-2.5 first:pt-0">
                <div className="min-w-0">
                  <p className="break-words font-medium text-sm">{zone.name}</p>
                  <p className="break-words text-faint text-sm">{zipCodesInShort(zone.zipCodes)}</p>
                  {zone.minimumOrder === null ? null : (
                    <p className="text-faint text-sm">Minimum order: {money(zone.minimumOrder)}</p>
                  )}
                  {zone.freeAbove === null ? null : (
                    <p className="text-faint text-sm">
                      Free delivery on orders of {money(zone.freeAbove)} or more
                    </p>
                  )}
                </div>
                <div className="grid shrink-0 justify-items-end gap-1">
                  <span className="tabular text-sm">{money(zone.fee)}</span>
                  {zone.quoteOnly ? <Badge>By quote</Badge> : null}
                </div>
              </li>
            ))}
            <li className="flex items-start justify-between gap-4 py-2.5 last:pb-0">
              <p className="text-sm">Other {zipCode}s</p>
              <span className="tabular text-sm">
                {saved.other === null ? <Badge>By quote</Badge> : money(saved.other.fee)}
              </span>
            </li>
          </ol>
        )}
        <Button
          kind="secondary"
          size="sm"
          className="justify-self-start"
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
        >
          <MapPin aria-hidden="true" />
          Edit Zones
        </Button>
      </CardBody>
      {editing ? <ZonesDialog saved={saved} user={user} onClose={() => setEditing(false)} /> : null}
    </Card>
  );
}

function ZonesDialog({ saved, user, onClose }: { saved: Zones; user: User; onClose: () => void }) {
  const { hasStates } = user;
  const { zipCode } = placeWords(hasStates);
  const form = useCheckedForm(zonesSchema, formOf(saved));
  const rows = useFieldArray({ control: form.control, name: 'zones', keyName: 'key' });
  const otherByQuote = useWatch({ control: form.control, name: 'otherByQuote' });
  const sign = currencySign(user.currency ?? 'USD');
  const record = useRecordForm({
    form,
    save: useSaveDeliveryZones(),
    sent: zonesOf,
    rows: ['zones'],
    done: () => ({ title: 'Delivery zones saved', description: 'New bookings and quotes use the new fees.' }),
    onClose,
  });
  return (
    <FormDialog
      title="Delivery Zones"
      description={`Customers see the fee as soon as they enter their ${zipCode}.`}
      {...record}
      submitLabel="Save Zones"
    >
      <div className="grid gap-5">
        <ol className="grid gap-4">
          {rows.fields.map((row, index) => (
            <li key={row.key}>
              <ZoneRow
                form={form}
                index={index}
                last={index === rows.fields.length - 1}
                sign={sign}
                hasStates={hasStates}
                onMove={(to) => rows.move(index, to)}
                onRemove={() => rows.remove(index)}
              />
            </li>
          ))}
        </ol>
        <AddRow
          fault={faultOf(form, 'zones')}
          full={rows.fields.length >= MOST_ZONES}
          label="Add Zone"
          onClick={() => rows.append(NEW_ZONE, { focusName: `zones.${rows.fields.length}.name` })}
        />
        <fieldset className="grid min-w-0 gap-3">
          <legend className="mb-1.5 font-medium text-sm">Other {zipCode}s</legend>
          <FormCheckbox
            form={form}
            name="otherByQuote"
            label="By quote: you confirm the price after you see the address"
          />
          {otherByQuote ? null : (
            <AmountField
              form={form}
              name="otherFee"
              label={`Fee for Other ${placeLabels(hasStates).zipCode}s`}
              before={sign}
              className="sm:max-w-56"
            />
          )}
        </fieldset>
      </div>
    </FormDialog>
  );
}

interface ZoneRowProps {
  form: UseFormReturn<ZonesForm>;
  index: number;
  last: boolean;
  sign: string;
  hasStates: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function ZoneRow({ form, index, last, sign, hasStates, onMove, onRemove }: ZoneRowProps) {
  const faults = form.formState.errors.zones?.[index];
  const called = `zone ${index + 1}`;
  return (
    <RowFrame called={`Zone ${index + 1}`}>
      <TextField
        form={form}
        name={`zones.${index}.name`}
        label="Name"
        fieldClassName="max-sm:order-1"
        maxLength={60}
        placeholder="Downtown"
      />
      <div className="flex items-center justify-end gap-1 sm:pt-5">
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Move ${called} up`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Move ${called} down`}
          disabled={last}
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <RemoveRow called={called} onClick={onRemove} />
      </div>
      <LongTextField
        form={form}
        name={`zones.${index}.zipCodes`}
        label={`${placeLabels(hasStates).zipCode}s`}
        hint={`Full ${placeWords(hasStates).zipCode}s, prefixes such as 787, or ranges such as 78701-78799.`}
        error={zipFault(faults?.zipCodes)}
        fieldClassName="max-sm:order-2 sm:col-span-2"
        rows={2}
      />
      <AmountField
        form={form}
        name={`zones.${index}.fee`}
        label="Fee"
        fieldClassName="max-sm:order-3"
        before={sign}
      />
      <AmountField
        form={form}
        name={`zones.${index}.minimumOrder`}
        label="Minimum Order"
        hint="Leave empty for no minimum."
        fieldClassName="max-sm:order-4"
        before={sign}
      />
      <AmountField
        form={form}
        name={`zones.${index}.freeAbove`}
        label="Free Delivery Threshold"
        hint="Orders of this amount or more are delivered free. Leave empty if delivery is never free."
        fieldClassName="max-sm:order-5"
        before={sign}
      />
      <div className="max-sm:order-6 sm:pt-6">
        <FormCheckbox form={form} name={`zones.${index}.quoteOnly`} label="By quote only" />
      </div>
    </RowFrame>
  );
}
