import * as z from 'zod/mini';
import type { CertificateInput } from '@/api/certificates';
import { isoFromTyped } from '@/booking-form/dates';
import { FAULTS } from '@/booking-form/texts';
import type { Format } from '@/lib/format';
import { called } from '@/lib/typed-checks';

const MOST_BYTES = 5_000_000;
const LARGEST_LIMIT = 100_000_000_000;

const limit = z
  .number('Enter an amount without cents')
  .check(
    z.minimum(0, 'Enter an amount without cents'),
    z.maximum(LARGEST_LIMIT, 'This amount is too large'),
    z.multipleOf(1, 'Enter an amount without cents'),
  );

/** Form schema of a new certificate. `file` is a data URL. */
export const certificateSchema = (format: Format) =>
  z.object({
    file: z.string().check(z.minLength(1, 'Choose the certificate file')),
    insurer: called(200, 'Enter the name of the insurer'),
    limits: z.object({ eachOccurrence: limit, aggregate: limit }),
    expiresOn: z
      .string()
      .check(z.refine((typed) => isoFromTyped(format, typed) !== null, FAULTS.dateForm(format))),
  });

export type CertificateForm = z.infer<ReturnType<typeof certificateSchema>>;

/** Limits that most venues in the US ask for. */
export const newCertificate: CertificateForm = {
  file: '',
  insurer: '',
  limits: { eachOccurrence: 1_000_000, aggregate: 2_000_000 },
  expiresOn: '',
};

export const inputOf = (format: Format, form: CertificateForm): CertificateInput => ({
  ...form,
  expiresOn: isoFromTyped(format, form.expiresOn) ?? form.expiresOn,
});

/** Read a file as a data URL. Throws an error with a message for the user. */
export function dataUrlOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) return Promise.reject(new Error('Choose a file of at most 5 MB'));
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('This file could not be read. Choose it again.'));
    reader.readAsDataURL(file);
  });
}
