import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button';
import { Menu, MenuContent, MenuTrigger } from './Menu';

export interface ActionMenuProps {
  label: string;
  /** Menu items; each wraps its action in `afterClose` for `onSelect`. */
  children: (afterClose: (action: () => void) => () => void) => ReactNode;
}

/**
 * Menu of one row. The action runs after the menu has returned focus, so that a dialog it opens can return
 * focus too.
 */
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
