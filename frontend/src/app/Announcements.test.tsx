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

  it('count down to planned maintenance and can’t be closed', () => {
    const to = new Date(Date.now() + 89.5 * 60_000).toISOString();
    render(<Announcements rows={[{ id: 0, text: 'Maintenance soon.', from: to, to, countdownTo: to }]} />);
    expect(screen.getByText('In 1 hour 30 minutes.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close announcement' })).toBeNull();
  });
});
