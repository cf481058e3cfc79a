import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button';
import { Menu, MenuContent, MenuTrigger } from './Menu';

export interface ActionMenuProps {
  label: string;
  /** The items; each passes its action to `afterClose` for its `onSelect`. */
  children: (afterClose: (action: () => void) => () => void) => ReactNode;
}

/** The menu of one row. An action runs once the menu has returned the focus, so that its dialog can return it too. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const afterClose = (action: () => void) => () => {
    chosen.current = action;
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button kind="quiet" size="icon" aria-label={label}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent
        align="end"
        onCloseAutoFocus={() => {
          const action = chosen.current;
          chosen.current = null;
          if (action !== null) setTimeout(action);
        }}
      >
        {children(afterClose)}
      </MenuContent>
    </Menu>
  );
}
