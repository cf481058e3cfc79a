import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chosenTheme, type Theme } from '@/lib/theme';
import { Button } from './Button';
import { OnDemand } from './OnDemand';

const icons = { system: Monitor, light: Sun, dark: Moon };
const load = async () => (await import('./ThemeChoices')).ThemeChoices;

/** Menu to choose the system, light or dark theme. */
export function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const Icon = icons[theme];
  const trigger = (
    <Button kind="quiet" size="icon" aria-label="Theme" title="Theme" className="text-soft hover:text-ink">
      <Icon aria-hidden="true" />
    </Button>
  );
  return (
    <OnDemand popup="menu" load={load} trigger={trigger}>
      {(ThemeChoices) => <ThemeChoices trigger={trigger} theme={theme} onChoose={setTheme} />}
    </OnDemand>
  );
}
