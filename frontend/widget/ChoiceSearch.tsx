/** A searchable choice from a long list, such as the venues of a large business. */
import { MANY_CHOICES, useChoiceSearch } from '@/booking-form/choice-search';
import { fieldChange, fieldValue, OTHER_PLACE } from '@/booking-form/draft';
import { CHOICE_SEARCH } from '@/booking-form/lazy-texts';
import { LABELS } from '@/booking-form/texts';
import { control, fieldId, Labelled, Select, type SelectProps } from './fields';

export function ChoiceSearch(props: SelectProps) {
  return props.options.length > MANY_CHOICES ? <Search {...props} /> : <Select {...props} />;
}

function Search({ form, name, options, empty, required }: SelectProps) {
  const search = useChoiceSearch({
    id: fieldId(name),
    choices: options,
    always: [OTHER_PLACE],
    value: fieldValue(form.draft, name),
    onChoose: (value) => form.change(fieldChange(form.draft, name, value)),
    onLeave: () => form.leave(name),
  });
  return (
    <Labelled form={form} name={name}>
      <div className="choice-search">
        <input
          {...control(form, name)}
          {...search.input}
          className="control select"
          type="text"
          placeholder={empty}
          required={required}
        />
        {search.open && (
          <ul {...search.list} aria-label={LABELS[name]} className="choices">
            {search.shown.map(([value, text], index) => (
              <li key={value} {...search.option(index)} data-active={index === search.active || undefined}>
                {text}
              </li>
            ))}
            {search.shown.every(([value]) => value === OTHER_PLACE) && (
              <li className="none" role="presentation">
                {CHOICE_SEARCH.none}
              </li>
            )}
          </ul>
        )}
      </div>
    </Labelled>
  );
}
