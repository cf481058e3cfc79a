import { useEffect } from 'react';
import { useSite } from '@/api/site';
import { Checkbox } from '@/ui/Checkbox';
import { Fault } from '@/ui/Fault';

export interface TermsFieldProps {
  /** The version that is accepted, or nothing. */
  value: string;
  onChange: (version: string) => void;
  error: string | undefined;
}

/** Accepts the installation's terms, where it has some. */
export function TermsField({ value, onChange, error }: TermsFieldProps) {
  const { data: site, refetch } = useSite();
  const terms = site?.terms;
  useEffect(() => {
    // The server knows of terms, or of a version, that this page does not.
    if (error !== undefined) {
      void refetch();
    }
  }, [error, refetch]);
  if (!terms) {
    return <Fault said={error} />;
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
      <Fault said={error} />
    </div>
  );
}
