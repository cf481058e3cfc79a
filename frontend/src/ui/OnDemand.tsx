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
  /** The button that opens. What is loaded draws it again as its own trigger. */
  trigger: Trigger;
  popup: 'menu' | 'dialog';
  /** Loads what opens; it starts open. */
  load: () => Promise<ComponentType<Props>>;
  children: (Loaded: ComponentType<Props>) => ReactNode;
}

/**
 * A button whose menu or dialog is loaded when somebody is about to open it.
 *
 * Menus are on every page but opened on few, and their code weighs more than most pages do.
 */
export function OnDemand<Props>({ trigger, popup, load, children }: OnDemandProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  if (Loaded !== null) {
    return children(Loaded);
  }
  const prepare = () => {
    // A failure is reported when it matters, which is when the button is pressed.
    load().catch(() => undefined);
  };
  const open = () => {
    load().then(
      (component) => setLoaded(() => component),
      () =>
        toast({
          title: 'It could not be opened',
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
