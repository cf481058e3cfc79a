import { Check, CircleCheck, Ellipsis, Eye, RotateCcw, X } from 'lucide-react';
import { useRef } from 'react';
import type { Booking } from '@/api/types';
import { Button } from '@/ui/Button';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/ui/Menu';
import { actionTexts, type BookingAction } from './actions';
import { useOffered } from './useOffered';

const icons = { confirm: Check, cancel: X, complete: CircleCheck, reopen: RotateCcw };

export interface RowMenuProps {
  booking: Booking;
  onOpen: (id: number) => void;
  onAction: (action: BookingAction, booking: Booking) => void;
}

/** The actions of one booking in the list. */
export function RowMenu({ booking, onOpen, onAction }: RowMenuProps) {
  // What was chosen happens once the menu has given the focus back, so that a dialog knows where to return it.
  const chosen = useRef<(() => void) | null>(null);
  const later = (deed: () => void) => () => {
    chosen.current = deed;
  };
  const offered = useOffered();
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Actions for booking #${booking.number} of ${booking.customerName}`}
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
        <MenuItem onSelect={later(() => onOpen(booking.id))}>
          <Eye aria-hidden="true" />
          View Details
        </MenuItem>
        {offered(booking.status).map((action) => {
          const Icon = icons[action];
          return (
            <MenuItem key={action} onSelect={later(() => onAction(action, booking))}>
              <Icon aria-hidden="true" />
              {actionTexts[action].label}
            </MenuItem>
          );
        })}
      </MenuContent>
    </Menu>
  );
}
