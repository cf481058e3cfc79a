import { useState } from 'react';
import { failureOf } from '@/api/form-errors';
import {
  type RateUnit,
  type SalesTax,
  unitQuestionOf,
  usePreviewTaxFile,
  useSaveSalesTax,
} from '@/api/sales-tax';
import { useSignedInUser } from '@/api/user';
import { placeLabels, placeWords } from '@/components/booking/place-labels';
import { Choice, Option } from '@/components/Choice';
import { textOfCsv } from '@/lib/csv-file';
import type { Failure } from '@/lib/failure';
import { useFormat } from '@/lib/format';
import { counted } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Input, Textarea } from '@/ui/Input';
import { toast } from '@/ui/toast-store';
import { withFile } from './sales-tax-form';
import { TaxPlaceRow } from './TaxPlaceRow';

const SHOWN = 50;

/** Import of tax rates from a CSV file: upload, preview of its places, confirmation. */
export function TaxImport({ saved, onClose }: { saved: SalesTax; onClose: () => void }) {
  const format = useFormat();
  const { hasStates } = useSignedInUser();
  const places = placeWords(hasStates);
  const codes = `${placeLabels(hasStates).zipCode.replace('Code', 'code')}s`;
  const preview = usePreviewTaxFile();
  const save = useSaveSalesTax();
  const [csv, setCsv] = useState('');
  const [question, setQuestion] = useState<string | null>(null);
  const [unit, setUnit] = useState<RateUnit | null>(null);
  const [unitFault, setUnitFault] = useState<string>();
  const [replace, setReplace] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const file = preview.data;
  const load = (text: string) => {
    setCsv(text);
    setQuestion(null);
    setUnit(null);
    setUnitFault(undefined);
    setFailure(null);
    preview.reset();
  };
  const readFile = async (file: File | undefined) => {
    if (file !== undefined) load(await textOfCsv(file));
  };
  const submit = () => {
    setFailure(null);
    const onError = (error: unknown) => setFailure(failureOf(format, error));
    if (file === undefined) {
      if (question !== null && unit === null) {
        setUnitFault('Choose a format');
        return;
      }
      preview.mutate(
        { csv, unit },
        {
          onError: (error) => {
            const unitQuestion = unitQuestionOf(error);
            if (unitQuestion === null) onError(error);
            else setQuestion(unitQuestion);
          },
        },
      );
      return;
    }
    save.mutate(withFile(saved, file.places, replace), {
      onSuccess: () => {
        toast({
          title: `${counted(file.places.length, 'place')} imported`,
          description: 'Existing bookings and quotes keep their tax.',
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
      description={`A CSV file with a column for the rate, and one for the ${places.zipCode}, city or ${places.state}. County is optional.`}
      submitLabel={file === undefined ? 'Preview Places' : `Import ${counted(file.places.length, 'Place')}`}
      pendingLabel={file === undefined ? 'Reading...' : 'Importing...'}
      onSubmit={submit}
      error={failure}
      pending={preview.isPending || save.isPending}
      unsaved={csv !== ''}
    >
      <div className="grid gap-5">
        <Field
          label="CSV File"
          hint={`Accepts exports from WooCommerce, Magento, Shopify, Avalara and TaxJar. ${codes} with the same rate are combined into one place.`}
        >
          <Input
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) => readFile(event.target.files?.[0])}
          />
        </Field>
        {file === undefined ? (
          <Field label="Or Paste the CSV">
            <Textarea
              rows={6}
              value={csv}
              spellCheck={false}
              placeholder={'State,County,City,ZIP Code,Rate\nNY,,New York,10001-10282,8.875'}
              onChange={(event) => load(event.target.value)}
            />
          </Field>
        ) : null}
        {question === null || file !== undefined ? null : (
          <div role="status" className="grid gap-3">
            <p className="text-sm">{question}</p>
            <Choice legend="What format are the rates in?" error={unitFault}>
              <Option
                label="Percent"
                hint="0.5 means 0.5%."
                name="unit"
                checked={unit === 'percent'}
                onChange={() => setUnit('percent')}
              />
              <Option
                label="Fraction"
                hint="0.0825 means 8.25%."
                name="unit"
                checked={unit === 'fraction'}
                onChange={() => setUnit('fraction')}
              />
            </Choice>
          </div>
        )}
        {file === undefined ? null : (
          <>
            <div role="status" className="grid gap-3">
              <p className="text-sm">
                {counted(file.places.length, 'place')} from {counted(file.rows, 'row')}. Nothing has changed
                yet.
                {file.fractions ? ' Rates were read as fractions: 0.08875 is 8.875%.' : ''}
              </p>
              {file.refused.length === 0 ? null : (
                <Alert title={`${counted(file.refused.length, 'row')} can’t be imported`}>
                  <ul className="grid gap-1">
                    {file.refused.slice(0, SHOWN).map((row) => (
                      <li key={row.line}>
                        Line {row.line}: {row.sentence}
                      </li>
                    ))}
                    {file.refused.length > SHOWN ? (
                      <li>and {counted(file.refused.length - SHOWN, 'more row')}</li>
                    ) : null}
                  </ul>
                </Alert>
              )}
            </div>
            <ul className="grid max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line px-3 py-2.5">
              {file.places.slice(0, SHOWN).map((place) => (
                <TaxPlaceRow key={`${place.name} ${place.zipCodes.join()} ${place.percent}`} place={place} />
              ))}
              {file.places.length > SHOWN ? (
                <li className="py-2.5 text-faint text-sm">
                  and {counted(file.places.length - SHOWN, 'more place')}
                </li>
              ) : null}
            </ul>
            {saved.places.length === 0 ? null : (
              <Choice legend="Your saved places">
                <Option
                  label="Keep them"
                  hint="Places that are also in the file get the new rate."
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
