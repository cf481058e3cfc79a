import {
  CalendarCheck,
  Copy,
  Ellipsis,
  ExternalLink,
  Eye,
  FileDown,
  Files,
  Pencil,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useRef } from 'react';
import type { Quote } from '@/api/types';
import { quoteName } from '@/lib/quote-name';
import { Button } from '@/ui/Button';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@/ui/Menu';
import { actionsFor, customerOf, labelOf, type QuoteAction } from './actions';

const icons = {
  send: Send,
  edit: Pencil,
  copy: Copy,
  pdf: FileDown,
  book: CalendarCheck,
  duplicate: Files,
  withdraw: Undo2,
  delete: Trash2,
  openBooking: ExternalLink,
} as const satisfies Record<QuoteAction, unknown>;

export interface QuoteMenuProps {
  quote: Quote;
  /** Left out where the details are open already. */
  onOpen?: (id: number) => void;
  onAction: (action: QuoteAction, quote: Quote) => void;
  /** Actions that have buttons of their own beside the menu. */
  without?: readonly QuoteAction[];
}

/** The actions of one quote. */
export function QuoteMenu({ quote, onOpen, onAction, without = [] }: QuoteMenuProps) {
  // What was chosen happens once the menu has given the focus back, so that a dialog knows where to return it.
  const chosen = useRef<(() => void) | null>(null);
  const later = (deed: () => void) => () => {
    chosen.current = deed;
  };
  const actions = actionsFor(quote).filter((action) => !without.includes(action));
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Actions for ${quoteName(quote)} of ${customerOf(quote)}`}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent
        align="end"
        onCloseAutoFocus={() => {
          const deed = chosen.current;
          chosen.current = null;
          if (deed !== null) setTimeout(deed);
        }}
      >
        {onOpen === undefined ? null : (
          <MenuItem onSelect={later(() => onOpen(quote.id))}>
            <Eye aria-hidden="true" />
            View Details
          </MenuItem>
        )}
        {actions.map((action) => {
          const Icon = icons[action];
          return (
            <div key={action} className="contents">
              {action === 'delete' ? <MenuSeparator /> : null}
              <MenuItem onSelect={later(() => onAction(action, quote))}>
                <Icon aria-hidden="true" />
                {labelOf(action, quote)}
              </MenuItem>
            </div>
          );
        })}
      </MenuContent>
    </Menu>
  );
}
