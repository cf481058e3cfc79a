import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, chosenTheme, type Theme } from '@/lib/theme';
import { Button } from './Button';
import { Menu, MenuContent, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuTrigger } from './Menu';
import { Tooltip } from './Tooltip';

const options = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** Chooses between the system's theme, light and dark. */
export function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const { Icon } = options.find((option) => option.theme === theme) ?? options[0];
  return (
    <Menu>
      <Tooltip text="Theme">
        <MenuTrigger asChild>
          <Button kind="quiet" size="icon" aria-label="Theme" className="text-soft hover:text-ink">
            <Icon aria-hidden="true" />
          </Button>
        </MenuTrigger>
      </Tooltip>
      <MenuContent align="end" className="min-w-40">
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup value={theme}>
          {options.map(({ theme: value, label, Icon: ItemIcon }) => (
            <MenuRadioItem
              key={value}
              value={value}
              onSelect={() => {
                chooseTheme(value);
                setTheme(value);
              }}
            >
              <ItemIcon aria-hidden="true" />
              {label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
