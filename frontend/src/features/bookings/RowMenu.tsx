import { Check, CircleCheck, Eye, RotateCcw, X } from 'lucide-react';
import type { Booking } from '@/api/types';
import { ActionMenu } from '@/ui/ActionMenu';
import { MenuItem } from '@/ui/Menu';
import { actionTexts, type BookingAction } from './actions';
import { useOffered } from './rights';

const icons = { confirm: Check, cancel: X, complete: CircleCheck, reopen: RotateCcw };

export interface RowMenuProps {
  booking: Booking;
  onOpen: (id: number) => void;
  onAction: (action: BookingAction, booking: Booking) => void;
}

/** The actions of one booking in the list. */
export function RowMenu({ booking, onOpen, onAction }: RowMenuProps) {
  const offered = useOffered();
  return (
    <ActionMenu label={`Actions for booking #${booking.number} of ${booking.customerName}`}>
      {(afterClose) => (
        <>
          <MenuItem onSelect={afterClose(() => onOpen(booking.id))}>
            <Eye aria-hidden="true" />
            View Details
          </MenuItem>
          {offered(booking).map((action) => {
            const Icon = icons[action];
            return (
              <MenuItem key={action} onSelect={afterClose(() => onAction(action, booking))}>
                <Icon aria-hidden="true" />
                {actionTexts[action].label}
              </MenuItem>
            );
          })}
        </>
      )}
    </ActionMenu>
  );
}
