import { useState } from 'react';
import type { PlatformSettings } from '@/api/admin';
import type { Outcome } from '@/api/admin-mail';
import { ApiError, sentenceOf } from '@/api/errors';
import { useTestText } from '@/api/texts';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { OutcomeNote } from './CheckButton';
import { SettingsCard, TextSetting } from './SettingsCard';
import { TextUsageCard } from './TextUsageCard';
import { useSettingsForm } from './useSettingsForm';

/** The account at the text provider, a test, and the texts of each business. */
export function TextsTab({ settings }: { settings: PlatformSettings }) {
  const state = useSettingsForm('texts', settings, 'Text settings');
  return (
    <div className="grid gap-6">
      <SettingsCard
        of={state}
        title="Text Settings"
        description="Your Twilio account, which sends the texts of all businesses. The token is stored encrypted and never shown again."
        submitLabel="Save Text Settings"
      >
        <TextSetting
          of={state}
          name="smsAccount"
          label="Account SID"
          hint="Starts with AC"
          spellCheck={false}
          required
        />
        <TextSetting of={state} name="smsToken" label="Auth Token" type="password" required />
        <TextSetting
          of={state}
          name="smsFrom"
          label="Number (Optional)"
          hint="A number or messaging service for all businesses without one of their own."
          spellCheck={false}
        />
      </SettingsCard>
      <TestText />
      <TextUsageCard currency={String(settings.system.defaultCurrency ?? 'USD')} />
    </div>
  );
}

function TestText() {
  const test = useTestText();
  const [to, setTo] = useState('');
  const fault = test.error instanceof ApiError ? test.error.fields.to : undefined;
  const outcome: Outcome | undefined =
    test.error !== null && fault === undefined
      ? { ok: false, code: 'failed', sentence: sentenceOf(test.error) }
      : test.data;
  return (
    <Card className="max-w-2xl">
      <CardHeader
        title="Test"
        description="Sends a text with the saved settings. It costs as much as any other text."
      />
      <CardBody>
        <form
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            test.mutate(to.trim());
          }}
        >
          <div className="flex items-end gap-2">
            <Field label="Send Test Text To" error={fault} className="flex-1">
              <Input
                type="tel"
                placeholder="+15185550123"
                value={to}
                onChange={(event) => {
                  test.reset();
                  setTo(event.target.value);
                }}
              />
            </Field>
            <Button type="submit" kind="secondary" pending={test.isPending} pendingLabel="Sending...">
              Send Test
            </Button>
          </div>
          <OutcomeNote outcome={outcome} />
        </form>
      </CardBody>
    </Card>
  );
}
