import { FileUp, Landmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { type SalesTax as Tax, useSalesTax, useSaveSalesTax } from '@/api/sales-tax';
import type { User } from '@/api/types';
import { AmountField } from '@/components/Amount';
import { placeLabels, placeWords } from '@/components/booking/place-labels';
import { Loaded } from '@/components/Loaded';
import { AddRow, RowFrame } from '@/components/RowList';
import { useRecordForm } from '@/components/useServerForm';
import { taxInText, taxName } from '@/lib/tax-name';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { FormCheckbox, LongTextField, TextField, useCheckedForm } from '@/ui/FormField';
import { zipFault } from './delivery-zones-form';
import { FigureForm } from './FigureForm';
import {
  formOf,
  KINDS,
  NEW_PLACE,
  type SalesTaxForm,
  salesTaxSchema,
  TAXED_KINDS,
  taxOf,
} from './sales-tax-form';
import { TaxImport } from './TaxImport';
import { TaxPlaceRow } from './TaxPlaceRow';

const MOST_PLACES = 500;
const SHOWN = 8;

/** The tax rate, and rates by place with dialogs to edit and import them. */
export function SalesTaxTab({ user }: { user: User }) {
  return (
    <div className="in-turn grid max-w-2xl gap-6">
      <Card id="tax-rate">
        <CardHeader
          title={`${taxName(user)} Rate`}
          description="One rate for all places, unless you have rates by place."
        />
        <CardBody>
          <FigureForm
            name="salesTaxPercent"
            label="Rate"
            hint="Added to the price. Enter 0 for no tax."
            user={user}
          />
        </CardBody>
      </Card>
      <Loaded read={useSalesTax()} what={`Your ${taxInText(user)}`}>
        {(tax) => <TaxCard saved={tax} user={user} />}
      </Loaded>
    </div>
  );
}

function TaxCard({ saved, user }: { saved: Tax; user: User }) {
  const [open, setOpen] = useState<'edit' | 'import' | null>(null);
  const [all, setAll] = useState(false);
  const words = placeWords(user.hasStates);
  const untaxed = KINDS.filter((kind) => !saved.taxable[kind]);
  const byPlace = saved.places.length > 0 || saved.other !== null;
  const shown = all ? saved.places : saved.places.slice(0, SHOWN);
  return (
    <Card id="sales-tax-by-place">
      <CardHeader
        title={`${taxName(user)} by Place`}
        description={`Combined rates by ${words.state}, city or ${words.zipCode}. The most specific place applies.`}
      />
      <CardBody className="grid gap-4">
        {byPlace ? (
          <ul className="grid divide-y divide-line">
            {shown.map((place) => (
              <TaxPlaceRow key={`${place.name} ${place.zipCodes.join()}`} place={place} />
            ))}
            <li className="flex items-start justify-between gap-4 py-2.5 last:pb-0">
              <p className="text-sm">Everywhere else</p>
              {saved.other === null ? (
                <Badge>Added by hand</Badge>
              ) : (
                <span className="tabular text-sm">{saved.other.percent}%</span>
              )}
            </li>
          </ul>
        ) : (
          <p className="text-soft text-sm">
            No places yet.{' '}
            {saved.percent === 0
              ? `No ${taxInText(user)} is added.`
              : `${saved.percent}% applies everywhere.`}
          </p>
        )}
        {saved.places.length > SHOWN ? (
          <Button kind="quiet" size="sm" className="justify-self-start" onClick={() => setAll(!all)}>
            {all ? 'Show Fewer' : `Show All ${saved.places.length} Places`}
          </Button>
        ) : null}
        {untaxed.length === 0 ? null : (
          <p className="text-soft text-sm">
            Not taxed: {untaxed.map((kind) => TAXED_KINDS[kind].toLowerCase()).join(', ')}.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen('edit')}>
            <Landmark aria-hidden="true" />
            Edit Rates
          </Button>
          <Button kind="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen('import')}>
            <FileUp aria-hidden="true" />
            Import Rates
          </Button>
        </div>
      </CardBody>
      {open === 'edit' ? <TaxDialog saved={saved} user={user} onClose={() => setOpen(null)} /> : null}
      {open === 'import' ? <TaxImport saved={saved} onClose={() => setOpen(null)} /> : null}
    </Card>
  );
}

function TaxDialog({ saved, user, onClose }: { saved: Tax; user: User; onClose: () => void }) {
  const form = useCheckedForm(salesTaxSchema(placeWords(user.hasStates)), formOf(saved));
  const rows = useFieldArray({ control: form.control, name: 'places', keyName: 'key' });
  const otherByHand = useWatch({ control: form.control, name: 'otherByHand' });
  const record = useRecordForm({
    form,
    save: useSaveSalesTax(),
    sent: taxOf,
    rows: ['places'],
    done: () => ({ title: 'Rates saved', description: 'Existing bookings and quotes keep their tax.' }),
    onClose,
  });
  return (
    <FormDialog
      title={`${taxName(user)} by Place`}
      description="Enter the combined rate of each place: state, county and city together."
      {...record}
      submitLabel="Save Rates"
    >
      <div className="grid gap-5">
        <ol className="grid gap-4">
          {rows.fields.map((row, index) => (
            <li key={row.key}>
              <PlaceFields form={form} index={index} user={user} onRemove={() => rows.remove(index)} />
            </li>
          ))}
        </ol>
        <AddRow
          full={rows.fields.length >= MOST_PLACES}
          label="Add Place"
          onClick={() => rows.append(NEW_PLACE, { focusName: `places.${rows.fields.length}.state` })}
        />
        <fieldset className="grid min-w-0 gap-3">
          <legend className="mb-1.5 font-medium text-sm">Everywhere else</legend>
          <FormCheckbox
            form={form}
            name="otherByHand"
            label="Add tax by hand once you have the address. Customers see that tax will be added."
          />
          {otherByHand ? null : (
            <AmountField
              form={form}
              name="otherPercent"
              label="Rate Everywhere Else"
              after="%"
              step="0.0001"
              className="sm:max-w-56"
            />
          )}
        </fieldset>
        <fieldset className="grid min-w-0 gap-3">
          <legend className="mb-1.5 font-medium text-sm">What to Tax</legend>
          {KINDS.map((kind) => (
            <FormCheckbox key={kind} form={form} name={`taxable.${kind}`} label={TAXED_KINDS[kind]} />
          ))}
          <p className="text-faint text-sm">
            Set the tax for items on each item, and for tips in your payment policy.
          </p>
        </fieldset>
      </div>
    </FormDialog>
  );
}

interface PlaceFieldsProps {
  form: UseFormReturn<SalesTaxForm>;
  index: number;
  user: User;
  onRemove: () => void;
}

function PlaceFields({ form, index, user, onRemove }: PlaceFieldsProps) {
  const labels = placeLabels(user.hasStates);
  const faults = form.formState.errors.places?.[index];
  return (
    <RowFrame called={`Place ${index + 1}`}>
      <TextField
        form={form}
        name={`places.${index}.state`}
        label={labels.state}
        maxLength={60}
        placeholder="NY"
      />
      <TextField
        form={form}
        name={`places.${index}.county`}
        label="County"
        hint="Used in your reports."
        maxLength={60}
      />
      <TextField form={form} name={`places.${index}.city`} label="City" maxLength={80} placeholder="Albany" />
      <AmountField form={form} name={`places.${index}.percent`} label="Rate" after="%" step="0.0001" />
      <LongTextField
        form={form}
        name={`places.${index}.zipCodes`}
        label={`${labels.zipCode}s`}
        hint={`Full codes, prefixes such as 122, or ranges such as 10001-10282. Leave empty for the whole city or ${labels.state.toLowerCase()}.`}
        error={zipFault(faults?.zipCodes)}
        fieldClassName="sm:col-span-2"
        rows={2}
      />
      <div className="flex justify-end sm:col-span-2">
        <Button kind="quiet" size="sm" aria-label={`Remove place ${index + 1}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          Remove
        </Button>
      </div>
    </RowFrame>
  );
}
