import type { ReactNode, SubmitEventHandler } from 'react';
import type { Failure } from '@/lib/failure';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { UnsavedGuard } from '@/ui/UnsavedGuard';

export interface SettingsCardProps {
  title: string;
  description: string;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** "Save General Settings" */
  submitLabel: string;
  failure: Failure | null;
  pending: boolean;
  dirty: boolean;
  children: ReactNode;
}

/** The form of one tab, with its own save button. */
export function SettingsCard({
  title,
  description,
  onSubmit,
  submitLabel,
  failure,
  pending,
  dirty,
  children,
}: SettingsCardProps) {
  return (
    <form onSubmit={onSubmit} noValidate className="max-w-2xl">
      <Card>
        <CardHeader title={title} description={description} />
        <CardBody className="grid gap-5">
          {children}
          <FailureAlert failure={failure} />
          <div>
            <Button type="submit" disabled={pending} aria-busy={pending}>
              {pending ? 'Saving...' : submitLabel}
            </Button>
          </div>
        </CardBody>
      </Card>
      <UnsavedGuard dirty={dirty} />
    </form>
  );
}
