import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { toast } from './toast-store';

export type Trigger = ReactElement<ComponentProps<'button'>>;

export interface OnDemandProps<Props> {
  /** Button that opens the popup. The loaded component renders it again as its own trigger. */
  trigger: Trigger;
  popup: 'menu' | 'dialog';
  /** Loads the popup, which starts open. */
  load: () => Promise<ComponentType<Props>>;
  children: (Loaded: ComponentType<Props>) => ReactNode;
}

/**
 * Button whose menu or dialog loads when the user is about to open it.
 *
 * Menus are on every page but rarely opened, and their code is larger than most pages.
 */
export function OnDemand<Props>({ trigger, popup, load, children }: OnDemandProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  if (Loaded !== null) {
    return children(Loaded);
  }
  const prepare = () => {
    // A failed preload is reported when the button is pressed.
    load().catch(() => undefined);
  };
  const open = () => {
    load().then(
      (component) => setLoaded(() => component),
      () =>
        toast({
          title: 'Couldn’t open this menu',
          description: 'Check your connection and try again.',
          destructive: true,
        }),
    );
  };
  return cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event) => {
      if (popup === 'menu' && event.key === 'ArrowDown') {
        event.preventDefault();
        open();
      }
    },
  });
}
