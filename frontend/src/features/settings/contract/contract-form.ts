import * as z from 'zod/mini';
import type { ContractTemplate, ContractTemplateChange, SectionCondition } from '@/api/contract-template';
import { called, price, required } from '@/lib/typed-checks';

export const MOST_SECTIONS = 60;
export const LONGEST_SECTION = 20_000;

/** Conditions under which a contract has a section. */
export const conditionNames: Readonly<Record<'' | SectionCondition, string>> = {
  '': 'Always',
  waiver: 'With the damage waiver',
  outdoor: 'At outdoor venues',
  generator: 'With a generator',
  venue: 'At a venue on your list',
};

export interface ContractForm {
  sections: { title: string; text: string; when: '' | SectionCondition; initials: boolean }[];
  signature: 'never' | 'always' | 'above';
  /** The total above which a signature is needed. */
  above: number;
  countersign: ContractTemplate['countersign'];
  waitBeforeConfirming: boolean;
  /** Days between reminders to signers; empty for none. */
  reminderDays: string;
}

/** Choices for the days between reminders. */
export const reminderChoices = [1, 2, 3, 5, 7, 14] as const;

/** Form values of the contract template. The amount is checked only if it is shown. */
export const contractSchema = z
  .object({
    sections: z.array(
      z.object({
        title: called(100, 'Enter a title'),
        text: required('Enter a text').check(z.maxLength(LONGEST_SECTION, 'Use at most 20,000 characters')),
        when: z.enum(['', 'waiver', 'outdoor', 'generator', 'venue']),
        initials: z.boolean(),
      }),
    ),
    signature: z.enum(['never', 'always', 'above']),
    above: z.any(),
    countersign: z.enum(['automatic', 'by_hand']),
    waitBeforeConfirming: z.boolean(),
    reminderDays: z.string(),
  })
  .check(({ value, issues }) => {
    const problem = value.signature === 'above' ? price.safeParse(value.above).error?.issues[0] : undefined;
    if (problem !== undefined) {
      issues.push({ code: 'custom', path: ['above'], message: problem.message, input: value.above });
    }
  });

/** Convert the template to form values. */
export function formOf({
  sections,
  signature,
  initials,
  countersign,
  waitBeforeConfirming,
  reminderDays,
}: ContractTemplate): ContractForm {
  return {
    sections: sections.map(({ title, text, when }, index) => ({
      title,
      text,
      when: when ?? '',
      initials: initials === true || (initials !== false && initials.includes(index)),
    })),
    signature: typeof signature === 'string' ? signature : 'above',
    above: typeof signature === 'string' ? Number.NaN : signature.above,
    countersign,
    waitBeforeConfirming,
    reminderDays: reminderDays === null ? '' : String(reminderDays),
  };
}

/** Convert the form values for the server. */
export function templateOf(form: ContractForm): Required<ContractTemplateChange> {
  const withInitials = form.sections.flatMap(({ initials }, index) => (initials ? [index] : []));
  return {
    sections: form.sections.map(({ title, text, when }) => ({
      title,
      text,
      ...(when !== '' && { when }),
    })),
    signature: form.signature === 'above' ? { above: form.above } : form.signature,
    initials:
      withInitials.length === 0 ? false : withInitials.length === form.sections.length ? true : withInitials,
    countersign: form.countersign,
    waitBeforeConfirming: form.waitBeforeConfirming,
    reminderDays: form.reminderDays === '' ? null : Number(form.reminderDays),
  };
}
