import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Enters text into the field of a label all at once, as a paste does: a key at a time draws the sign a hundred times. */
export async function enter(user: UserEvent, label: string, text: string): Promise<void> {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

/** Enters text into each of some fields, by their labels and in their order. */
export async function enterAll(user: UserEvent, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await enter(user, label, text);
}

/** Enters text into an element as `enter` does, at the end of what it has. */
export async function enterInto(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Enters a text into a field in place of its own. */
export async function retype(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.paste(text);
}
