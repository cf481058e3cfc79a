/** Size, color, finish and add-ons of further lines. */
import type { LettersDraft } from '@/booking-form/draft';
import { LINES } from '@/booking-form/line-texts';
import { colorsToName, finishIn, type Offer } from '@/booking-form/offer';
import { FORM, LABELS } from '@/booking-form/texts';
import { formatMoney } from '@/lib/money';
import { type Form, fieldId } from './fields';
import { LineError, LineSelect, lettersLines, lineControl, lineField, putLine } from './line-fields';

/** Name of a line: its words, or its number while it has none. */
const nameOf = (text: string, number: number) => text.trim() || LINES.line(number);

/** Heading above the message's options, if other lines have options below. */
export function FirstLineName({ form }: { form: Form }) {
  if (lettersLines(form).length === 0) return null;
  return <h3 className="line-name">{nameOf(form.draft.lines[0].text, 1)}</h3>;
}

export function MoreOptions({ form, offer }: { form: Form; offer: Offer }) {
  return lettersLines(form).map(({ line, place }, i) => (
    <Options
      key={place}
      form={form}
      offer={offer}
      line={line}
      place={place}
      name={nameOf(line.text, i + 2)}
    />
  ));
}

function Options({
  form,
  offer,
  line,
  place,
  name,
}: {
  form: Form;
  offer: Offer;
  line: LettersDraft;
  place: number;
  name: string;
}) {
  const { sizes, colors, addOns, currency } = offer;
  const put = (patch: Partial<LettersDraft>) => {
    const next = { ...line, ...patch };
    putLine(form, place, { ...next, finish: finishIn(offer, next.size, next.finish) });
  };
  const customColor = lineField(place, 'customColor');
  const finishes = sizes.find(({ code }) => code === line.size)?.finishes ?? [];
  const toggle = (code: string) =>
    put({
      addOns: line.addOns.includes(code)
        ? line.addOns.filter((other) => other !== code)
        : [...line.addOns, code],
    });
  return (
    <div className="line-options">
      <h3 className="line-name">{name}</h3>
      <div className="pair">
        <LineSelect
          form={form}
          name={lineField(place, 'size')}
          label={LABELS.size}
          hiddenLabel={name}
          value={line.size}
          options={sizes.map(({ code, label, price }) => [
            code,
            FORM.sizeChoice(label, formatMoney(price, currency)),
          ])}
          onChange={(size) => put({ size })}
        />
        <LineSelect
          form={form}
          name={lineField(place, 'colorOption')}
          label={LABELS.colorOption}
          hiddenLabel={name}
          value={line.colorOption}
          options={colors.map(({ code, label, price }) => [
            code,
            FORM.colorChoice(label, price > 0 ? formatMoney(price, currency) : null),
          ])}
          onChange={(colorOption) => put({ colorOption, customColor: undefined })}
        />
        {colorsToName(colors).includes(line.colorOption) && (
          <div className="field">
            <label htmlFor={fieldId(customColor)}>
              {LABELS.customColor}
              <span className="unseen"> {name}</span>
            </label>
            <input
              {...lineControl(form, customColor)}
              className="control"
              autoComplete="off"
              maxLength={60}
              required
              value={line.customColor ?? ''}
              onChange={(event) => put({ customColor: event.currentTarget.value })}
              onBlur={() => line.customColor && form.leave(customColor)}
            />
            <LineError form={form} name={customColor} />
          </div>
        )}
        {finishes.length > 1 && (
          <LineSelect
            form={form}
            name={lineField(place, 'finish')}
            label={LABELS.finish}
            hiddenLabel={name}
            value={line.finish}
            options={finishes.map(({ code, label }) => [code, label])}
            onChange={(finish) => put({ finish })}
          />
        )}
      </div>
      {addOns.length > 0 && (
        <div className="chips">
          {addOns.map(({ code, label, price }) => {
            const id = fieldId(lineField(place, code));
            return (
              <label key={code} className="chip">
                <input
                  type="checkbox"
                  id={id}
                  checked={line.addOns.includes(code)}
                  onChange={() => toggle(code)}
                  aria-label={LINES.of(label, name)}
                  aria-describedby={`${id}-price`}
                />
                <span>{label}</span>
                <small id={`${id}-price`}>
                  {FORM.addOn(price > 0 ? formatMoney(price, currency) : null)}
                </small>
              </label>
            );
          })}
        </div>
      )}
    </div>
  );
}
