/** Choosing from a long list by typing: a text field with the matching choices below. */
import { type KeyboardEvent, useState } from 'react';
import { folded, searchWords } from '@/lib/text';

/** Lists with more choices than this get a search field. */
export const MANY_CHOICES = 12;

export type SearchChoice = readonly [value: string, text: string];

/**
 * Return the choices that contain every typed word, those that start with the typed text first. Choices in
 * `always` are listed even if they don't match, after all others.
 */
export function fittingChoices(
  choices: readonly SearchChoice[],
  typed: string,
  always: readonly string[] = [],
): SearchChoice[] {
  const text = folded(typed).trim();
  const words = searchWords(typed);
  const fits = ([, name]: SearchChoice) => words.every((word) => folded(name).includes(word));
  const fixed = always.flatMap((code) => choices.filter(([value]) => value === code));
  const matches = choices.filter((choice) => !always.includes(choice[0]) && fits(choice));
  const begins = ([, name]: SearchChoice) => folded(name).startsWith(text);
  return [
    ...matches.filter(begins),
    ...matches.filter((choice) => !begins(choice)),
    ...fixed.filter(fits),
    ...fixed.filter((choice) => !fits(choice)),
  ];
}

interface Options {
  readonly id: string;
  readonly choices: readonly SearchChoice[];
  /** Values that are always listed. */
  readonly always: readonly string[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly onLeave: () => void;
}

/** Props of the field and its list, which the caller renders. */
export function useChoiceSearch({ id, choices, always, value, onChoose, onLeave }: Options) {
  // Null while not searching: the field then shows the choice.
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const shown = open ? fittingChoices(choices, typed, always) : [];
  const list = `${id}-choices`;
  const optionId = (index: number) => `${list}-${index}`;
  const look = (text: string, at = 0) => {
    setTyped(text);
    setActive(at);
  };
  const choose = (chosen: string) => {
    onChoose(chosen);
    setTyped(null);
  };
  const show = (index: number) => {
    setActive(index);
    document.getElementById(optionId(index))?.scrollIntoView?.({ block: 'nearest' });
  };
  const begin = () => {
    const all = fittingChoices(choices, '', always);
    look(
      '',
      Math.max(
        0,
        all.findIndex(([code]) => code === value),
      ),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) begin();
      else if (shown.length > 0) show((active + step + shown.length) % shown.length);
    }
    if (!open) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      const chosen = shown[active];
      if (chosen) choose(chosen[0]);
    }
    if (event.key === 'Escape') {
      // Keep a surrounding dialog open.
      event.stopPropagation();
      setTyped(null);
    }
  };
  return {
    open,
    shown,
    active,
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': open,
      'aria-controls': list,
      ...(open && shown.length > 0 && { 'aria-activedescendant': optionId(active) }),
      autoComplete: 'off',
      value: typed ?? choices.find(([code]) => code === value)?.[1] ?? '',
      onChange: (event: { currentTarget: { value: string } }) => look(event.currentTarget.value),
      onClick: () => open || begin(),
      onKeyDown,
      onBlur: () => {
        // Typing a full name selects it.
        const [only, second] = typed?.trim() ? shown.filter(([code]) => !always.includes(code)) : [];
        if (only && (!second || folded(only[1]) === folded(typed ?? ''))) choose(only[0]);
        setTyped(null);
        onLeave();
      },
    },
    list: { id: list, role: 'listbox' },
    option: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': shown[index]?.[0] === value,
      // The field keeps the keyboard focus.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => choose(shown[index]?.[0] ?? ''),
    }),
  };
}
