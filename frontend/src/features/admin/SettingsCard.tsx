import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { FailureAlert } from '@/ui/FailureAlert';
import { UnsavedGuard } from '@/ui/UnsavedGuard';
import type { SettingsState } from './useSettingsForm';

export interface SettingsCardProps {
  of: SettingsState<never>;
  title: string;
  description: string;
  /** "Save General Settings" */
  submitLabel: string;
  /** Shown next to the button that saves. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The form of one tab, with its own save button. */
export function SettingsCard({ of, title, description, submitLabel, aside, children }: SettingsCardProps) {
  return (
    <form onSubmit={of.submit} noValidate className="max-w-2xl">
      <Card>
        <CardHeader title={title} description={description} />
        <CardBody className="grid gap-5">
          {children}
          <FailureAlert failure={of.failure} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={of.pending} aria-busy={of.pending}>
              {of.pending ? 'Saving...' : submitLabel}
            </Button>
            {aside}
          </div>
        </CardBody>
      </Card>
      <UnsavedGuard dirty={of.dirty} />
    </form>
  );
}
