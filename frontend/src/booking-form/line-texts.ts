/** Texts of forms with several lines, items and packages. */
import { counted } from '@/lib/words';

export const LINES = {
  line: (number: number) => `Line ${number}`,
  words: (number: number) => `Text for line ${number}`,
  remove: (what: string) => `Remove ${what}`,
  removed: (what: string) => `Removed “${what}”.`,
  undo: 'Undo',
  full: (most: number) => `A booking can have at most ${most} lines.`,
  of: (label: string, line: string) => `${label} of ${line}`,
} as const;

export const CATALOG = {
  loading: 'Loading items and packages…',
  failed: 'Items and packages could not be loaded.',
  tryAgain: 'Try again',
  per: { day: 'per day', event: 'per event' },
  wholePrice: 'for your event',
  sumPrice: 'Priced by its contents',
  pieces: (count: number, name: string) => (count === 1 ? name : `${count} × ${name}`),
  letters: (text: string, size: string) => `“${text}” in ${size}`,
  yourWords: 'Your text',
  word: (number: number, count: number, name: string) =>
    count === 1 ? `Word for ${name}` : `Word ${number} of ${count} for ${name}`,
  fillIn: 'Enter your text to see the price.',
  add: 'Add',
  addNamed: (name: string) => `Add ${name}`,
  remove: 'Remove',
  more: (name: string) => `Add one ${name}`,
  fewer: (name: string) => `Remove one ${name}`,
  quantity: (name: string) => `Number of ${name}`,
  unavailable: (count: number) =>
    `${counted(count, 'extra')} ${count === 1 ? 'is' : 'are'} not available on your dates.`,
  gone: (count: number) =>
    count === 1
      ? 'An item you chose is no longer available.'
      : `${counted(count, 'item')} you chose are no longer available.`,
  removeGone: 'Remove it from your request',
} as const;
