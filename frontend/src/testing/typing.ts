import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Paste text into the field with this label; typing key by key would render the sign a hundred times. */
export async function enter(user: UserEvent, label: string, text: string): Promise<void> {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

/** Paste text into several fields by label, in order. */
export async function enterAll(user: UserEvent, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await enter(user, label, text);
}

/** Paste text at the end of an element's content. */
export async function enterInto(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Replace a field's text. */
export async function retype(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.paste(text);
}
