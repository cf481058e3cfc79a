import { expect, it } from 'vitest';
import { fieldsOfPlan, planOf, planSchema } from './plan-form';

const typed = { ...fieldsOfPlan(null), name: 'Studio' };

it.each([
  ['', null],
  ['200', 200],
  ['1500', 1500],
  ['100000', 100_000],
])('storage typed as "%s" is sent as %s', (storageMegabytes, sent) => {
  const form = planSchema.parse({ ...typed, storageMegabytes });
  expect(planOf(form).storageMegabytes).toBe(sent);
});

it.each(['199', '100001', '250.5', '-300', 'lots', '1,500'])(
  'storage typed as "%s" is rejected',
  (storageMegabytes) => {
    const read = planSchema.safeParse({ ...typed, storageMegabytes });
    expect(read.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['storageMegabytes', 'Must be a whole number from 200 to 100,000, or empty'],
    ]);
  },
);
