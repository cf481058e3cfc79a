import {
  CalendarCheck,
  Copy,
  ExternalLink,
  Eye,
  FileDown,
  Files,
  Pencil,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { Quote } from '@/api/types';
import { quoteName } from '@/lib/status';
import { ActionMenu } from '@/ui/ActionMenu';
import { MenuItem, MenuSeparator } from '@/ui/Menu';
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
  /** Omitted if the details are already open. */
  onOpen?: (id: number) => void;
  onAction: (action: QuoteAction, quote: Quote) => void;
  /** Actions that have a separate button beside the menu. */
  without?: readonly QuoteAction[];
}

/** Menu with the actions of a quote. */
export function QuoteMenu({ quote, onOpen, onAction, without = [] }: QuoteMenuProps) {
  const actions = actionsFor(quote).filter((action) => !without.includes(action));
  return (
    <ActionMenu label={`Actions for ${quoteName(quote)} of ${customerOf(quote)}`}>
      {(afterClose) => (
        <>
          {onOpen === undefined ? null : (
            <MenuItem onSelect={afterClose(() => onOpen(quote.id))}>
              <Eye aria-hidden="true" />
              View Details
            </MenuItem>
          )}
          {actions.map((action) => {
            const Icon = icons[action];
            return (
              <div key={action} className="contents">
                {action === 'delete' ? <MenuSeparator /> : null}
                <MenuItem onSelect={afterClose(() => onAction(action, quote))}>
                  <Icon aria-hidden="true" />
                  {labelOf(action, quote)}
                </MenuItem>
              </div>
            );
          })}
        </>
      )}
    </ActionMenu>
  );
}
