import { Controller, type UseFormReturn } from 'react-hook-form';
import { usePriceList } from '@/api/price-list';
import { Checkbox } from '@/ui/Checkbox';
import { LongTextField } from '@/ui/FormField';
import { type RulesForm, turnedPairs } from './booking-rules-form';
import { RuleCard } from './RuleCard';

/** Alternatives offered to customers when letters are short: substitute letters and shorter wordings. */
export function MakeFitCard({ form }: { form: UseFormReturn<RulesForm> }) {
  const sizes = usePriceList().data?.sizes ?? [];
  return (
    <RuleCard
      id="when-letters-are-short"
      title="When Letters Are Short"
      description="We'll suggest other ways to spell the message so you don't lose the booking."
    >
      <Controller
        control={form.control}
        name="turnedLetters"
        render={({ field }) => (
          <fieldset className="grid gap-2">
            <legend className="font-medium text-sm">Substitute Letters</legend>
            <p className="text-faint text-sm">
              Select the sizes in which one letter can replace the other, upside down or as is.
            </p>
            {turnedPairs.map((pair) => (
              <div key={pair} className="flex flex-wrap items-center gap-x-5 gap-y-1">
                <span className="w-10 font-semibold">{pair}</span>
                {sizes.map(({ code, label }) => {
                  const name = `${pair} ${code}`;
                  return (
                    <Checkbox
                      key={code}
                      label={
                        <>
                          <span className="sr-only">{pair} in </span>
                          {label}
                        </>
                      }
                      checked={field.value.includes(name)}
                      onChange={(checked) =>
                        field.onChange(
                          checked ? [...field.value, name] : field.value.filter((one) => one !== name),
                        )
                      }
                    />
                  );
                })}
              </div>
            ))}
          </fieldset>
        )}
      />
      <LongTextField
        form={form}
        name="shorterWordings"
        label="Shorter Wordings"
        hint="One per line, for example HAPPY 30TH BIRTHDAY = HAPPY 30TH"
        rows={3}
      />
    </RuleCard>
  );
}
