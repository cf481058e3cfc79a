import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Announcements } from './Announcements';

const rows = [1, 2].map((id) => ({
  id,
  text: `Announcement ${id}`,
  from: '2027-06-01T00:00:00Z',
  to: '2027-06-02T00:00:00Z',
}));

describe('announcements above the page', () => {
  it('stay closed on this device once they are closed', async () => {
    const { unmount } = render(<Announcements rows={rows} />);
    await userEvent.click(screen.getAllByRole('button', { name: 'Close announcement' })[0] as HTMLElement);
    expect(screen.queryByText('Announcement 1')).toBeNull();
    unmount();
    render(<Announcements rows={rows} />);
    expect(screen.queryByText('Announcement 1')).toBeNull();
    expect(screen.getByText('Announcement 2')).toBeTruthy();
  });
});
