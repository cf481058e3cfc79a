import * as z from 'zod/mini';
import type { TextSettings, TextSettingsChange } from '@/api/texts';
import { bare } from '@/lib/text';
import { decimal, orNothing } from '@/lib/typed-checks';

/** Form values of the settings for texts. */
export const textsSchema = z.object({
  sender: z.string().check(
    z.overwrite((typed) => bare(typed).replace(/[\s().-]/g, '')),
    z.regex(
      /^(\+[1-9][0-9]{6,14}|MG[0-9A-Za-z]{3,100})?$/,
      'Enter a number such as +15185550100, or a messaging service that starts with MG',
    ),
  ),
  monthlyCap: orNothing(
    decimal(
      'Enter an amount',
      [0.01, 'Enter more than zero, or leave it empty'],
      [1_000_000, 'Enter at most 1,000,000'],
    ),
  ),
  staffSee: z.boolean(),
});

type Entered = z.input<typeof textsSchema>;
type Texts = z.infer<typeof textsSchema>;

/** Convert the stored settings to form values. */
export function textsForm({ number, messagingServiceSid, monthlyCap, staffSee }: TextSettings): Entered {
  return { sender: number ?? messagingServiceSid ?? '', monthlyCap: monthlyCap ?? Number.NaN, staffSee };
}

/** Convert the form values for the server. */
export function textsOf({ sender, ...rest }: Texts): TextSettingsChange {
  const isService = sender.startsWith('MG');
  return {
    ...rest,
    number: isService || sender === '' ? null : sender,
    messagingServiceSid: isService ? sender : null,
  };
}
