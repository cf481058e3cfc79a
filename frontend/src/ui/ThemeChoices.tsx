import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, type Theme } from '@/lib/theme';
import { Menu, MenuContent, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuTrigger } from './Menu';
import type { Trigger } from './OnDemand';

const options = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** Open menu of the theme button. */
export function ThemeChoices({
  trigger,
  theme,
  onChoose,
}: {
  trigger: Trigger;
  theme: Theme;
  onChoose: (theme: Theme) => void;
}) {
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="end" className="min-w-40">
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup value={theme}>
          {options.map(({ theme: value, label, Icon }) => (
            <MenuRadioItem
              key={value}
              value={value}
              onSelect={() => {
                chooseTheme(value);
                onChoose(value);
              }}
            >
              <Icon aria-hidden="true" />
              {label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
