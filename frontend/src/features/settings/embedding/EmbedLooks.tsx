import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Field } from '@/ui/Field';
import { Input, Options, Select } from '@/ui/Input';
import { SwitchField } from '@/ui/SwitchField';
import { problemsOf, soundConfig, THEMES, type WidgetConfig } from './embed-code';

export interface EmbedLooksProps {
  config: WidgetConfig;
  sizes: readonly { code: string; label: string }[];
  onChange: (config: WidgetConfig) => void;
}

/** Appearance of the embedded form. It is not stored: the generated code contains all of it. */
export function EmbedLooks({ config, sizes, onChange }: EmbedLooksProps) {
  const problems = problemsOf(config);
  const change = (part: Partial<WidgetConfig>) => onChange({ ...config, ...part });
  return (
    <Card id="widget-configuration">
      <CardHeader
        title="Widget configuration"
        description="These settings are part of the codes below. After a change, copy and paste the codes again."
      />
      <CardBody className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Width" error={problems.width} hint="100% fills the width of its container.">
            <Input value={config.width} onChange={(event) => change({ width: event.target.value.trim() })} />
          </Field>
          <Field label="Height" error={problems.height} hint="Used until the form reports its height.">
            <Input
              value={config.height}
              onChange={(event) => change({ height: event.target.value.trim() })}
            />
          </Field>
          <Field label="Default Size" hint="The size that is selected when the form opens.">
            <Select
              value={config.defaultSize}
              onChange={(event) => change({ defaultSize: event.target.value })}
            >
              <Options of={sizes.map(({ code, label }) => [code, label])} />
            </Select>
          </Field>
          <Field label="Theme">
            <Select value={config.theme} onChange={(event) => change({ theme: event.target.value })}>
              <Options of={THEMES} />
            </Select>
          </Field>
          <Field
            label="Primary Color"
            error={problems.primaryColor}
            hint="Button color. Contrast is adjusted if needed."
          >
            <div className="flex gap-2">
              <input
                type="color"
                aria-label="Pick the primary color"
                value={soundConfig(config).primaryColor}
                onChange={(event) => change({ primaryColor: event.target.value.toUpperCase() })}
                className="h-10 w-12 shrink-0 cursor-pointer rounded-md border border-edge/70 bg-raised p-1"
              />
              <Input
                value={config.primaryColor}
                spellCheck={false}
                onChange={(event) => change({ primaryColor: event.target.value.trim() })}
              />
            </div>
          </Field>
        </div>
        <div className="grid gap-3">
          <SwitchField
            label="Hide Header"
            hint="For pages with their own heading above the form."
            checked={config.hideHeader}
            onChange={(hideHeader) => change({ hideHeader })}
          />
          <SwitchField
            label="Hide Footer"
            hint="Hides the “Powered by MarqueeDesk” line."
            checked={config.hideFooter}
            onChange={(hideFooter) => change({ hideFooter })}
          />
        </div>
      </CardBody>
    </Card>
  );
}
