import { useState } from 'react';
import { failureOf } from '@/api/form-errors';
import {
  type RateUnit,
  type SalesTax,
  unitQuestionOf,
  usePreviewTaxFile,
  useSaveSalesTax,
} from '@/api/sales-tax';
import { Choice, Option } from '@/components/Choice';
import { textOfCsv } from '@/lib/csv-file';
import type { Failure } from '@/lib/failure';
import { counted } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input, Textarea } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { PlaceRow } from './SalesTax';
import { withFile } from './sales-tax-form';

const SHOWN = 50;

/** Reads a CSV file of rates, shows the places in it, and takes them once somebody says so. */
export function TaxImport({ saved, onClose }: { saved: SalesTax; onClose: () => void }) {
  const preview = usePreviewTaxFile();
  const save = useSaveSalesTax();
  const [csv, setCsv] = useState('');
  const [question, setQuestion] = useState<string | null>(null);
  const [unit, setUnit] = useState<RateUnit | null>(null);
  const [unitFault, setUnitFault] = useState<string>();
  const [replace, setReplace] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const found = preview.data;
  const take = (text: string) => {
    setCsv(text);
    setQuestion(null);
    setUnit(null);
    setUnitFault(undefined);
    setFailure(null);
    preview.reset();
  };
  const readFile = async (file: File | undefined) => {
    if (file !== undefined) take(await textOfCsv(file));
  };
  const submit = () => {
    setFailure(null);
    const onError = (error: unknown) => setFailure(failureOf(error));
    if (found === undefined) {
      if (question !== null && unit === null) {
        setUnitFault('Choose how the rates are written');
        return;
      }
      preview.mutate(
        { csv, unit },
        {
          onError: (error) => {
            const asked = unitQuestionOf(error);
            if (asked === null) onError(error);
            else setQuestion(asked);
          },
        },
      );
      return;
    }
    save.mutate(withFile(saved, found.places, replace), {
      onSuccess: () => {
        toast({
          title: `${counted(found.places.length, 'place')} imported`,
          description: 'Bookings and quotes that exist keep their tax.',
        });
        onClose();
      },
      onError,
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Import Rates"
      description="A CSV file with a column for the rate, and one for the ZIP code, city or state. County is optional."
      submitLabel={found === undefined ? 'Show Places' : `Import ${counted(found.places.length, 'Place')}`}
      pendingLabel={found === undefined ? 'Reading...' : 'Importing...'}
      onSubmit={submit}
      error={failure}
      pending={preview.isPending || save.isPending}
      unsaved={csv !== ''}
    >
      <div className="grid gap-5">
        <Field
          label="CSV File"
          hint="Exports of WooCommerce, Magento, Shopify, Avalara and TaxJar work as they are. ZIP codes with one rate become one place."
        >
          <Input
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) => readFile(event.target.files?.[0])}
          />
        </Field>
        {found === undefined ? (
          <Field label="Or Paste It Here">
            <Textarea
              rows={6}
              value={csv}
              spellCheck={false}
              placeholder={'State,County,City,ZIP Code,Rate\nNY,,New York,10001-10282,8.875'}
              onChange={(event) => take(event.target.value)}
            />
          </Field>
        ) : null}
        {question === null || found !== undefined ? null : (
          <div role="status" className="grid gap-3">
            <p className="text-sm">{question}</p>
            <Choice legend="How are the rates written?" error={unitFault}>
              <Option
                label="Percent"
                hint="0.5 is 0.5%."
                name="unit"
                checked={unit === 'percent'}
                onChange={() => setUnit('percent')}
              />
              <Option
                label="Fraction"
                hint="0.0825 is 8.25%."
                name="unit"
                checked={unit === 'fraction'}
                onChange={() => setUnit('fraction')}
              />
            </Choice>
          </div>
        )}
        {found === undefined ? null : (
          <>
            <div role="status" className="grid gap-3">
              <p className="text-sm">
                {counted(found.places.length, 'place')} from {counted(found.rows, 'row')}. Nothing has changed
                yet.
                {found.fractions ? ' Rates were read as fractions: 0.08875 is 8.875%.' : ''}
              </p>
              {found.refused.length === 0 ? null : (
                <Alert title={`${counted(found.refused.length, 'row')} can’t be imported`}>
                  <ul className="grid gap-1">
                    {found.refused.slice(0, SHOWN).map((row) => (
                      <li key={row.line}>
                        Line {row.line}: {row.sentence}
                      </li>
                    ))}
                    {found.refused.length > SHOWN ? (
                      <li>and {counted(found.refused.length - SHOWN, 'more row')}</li>
                    ) : null}
                  </ul>
                </Alert>
              )}
            </div>
            <ul className="grid max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line px-3 py-2.5">
              {found.places.slice(0, SHOWN).map((place) => (
                <PlaceRow key={`${place.name} ${place.zipCodes.join()} ${place.percent}`} place={place} />
              ))}
              {found.places.length > SHOWN ? (
                <li className="py-2.5 text-faint text-sm">
                  and {counted(found.places.length - SHOWN, 'more place')}
                </li>
              ) : null}
            </ul>
            {saved.places.length === 0 ? null : (
              <Choice legend="Your saved places">
                <Option
                  label="Keep them"
                  hint="Places that are also in the file take its rate."
                  name="replace"
                  checked={!replace}
                  onChange={() => setReplace(false)}
                />
                <Option
                  label="Replace them"
                  hint={`Your ${counted(saved.places.length, 'place')} will be removed.`}
                  name="replace"
                  checked={replace}
                  onChange={() => setReplace(true)}
                />
              </Choice>
            )}
          </>
        )}
      </div>
    </FormDialog>
  );
}
