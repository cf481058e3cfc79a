import { useEffect } from 'react';
import { useSite } from '@/api/site';
import { Checkbox } from '@/ui/Checkbox';
import { FormError } from '@/ui/FormError';

export interface TermsFieldProps {
  /** Accepted version, or empty. */
  value: string;
  onChange: (version: string) => void;
  error: string | undefined;
}

/** Checkbox that accepts the installation's terms. Renders nothing if there are none. */
export function TermsField({ value, onChange, error }: TermsFieldProps) {
  const { data: site, refetch } = useSite();
  const terms = site?.terms;
  useEffect(() => {
    // The terms were added or changed on the server after this page loaded.
    if (error !== undefined) {
      void refetch();
    }
  }, [error, refetch]);
  if (!terms) {
    return <FormError message={error} />;
  }
  return (
    <div className="grid gap-1">
      <Checkbox
        checked={value === terms.version}
        onChange={(accepted) => onChange(accepted ? terms.version : '')}
        label={
          <>
            I accept the{' '}
            <a
              className="font-medium text-link hover:underline"
              href={terms.url}
              target="_blank"
              rel="noreferrer"
            >
              terms of use
            </a>{' '}
            (version {terms.version})
          </>
        }
      />
      <FormError message={error} />
    </div>
  );
}
