import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShareSign } from './ShareSign';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const link = () => screen.getByRole('link', { name: 'Share a picture of your sign' });

describe('ShareSign', () => {
  it('downloads the picture where files cannot be shared', () => {
    render(<ShareSign token="abc" className="" />);
    expect(link().getAttribute('href')).toBe('/api/public/pictures/booking/abc');
    expect(link().getAttribute('download')).toBe('sign.png');
    expect(fireEvent.click(link())).toBe(true);
  });

  it('shares the picture as a file, without the link to the booking', async () => {
    const share = vi.fn((_: ShareData) => Promise.resolve());
    vi.stubGlobal('navigator', { canShare: () => true, share });
    vi.stubGlobal('fetch', async () => new Response('png'));
    render(<ShareSign token="abc" className="" />);
    expect(fireEvent.click(link())).toBe(false);
    await waitFor(() => expect(share).toHaveBeenCalledOnce());
    const [data] = share.mock.calls[0] ?? [];
    expect(Object.keys(data ?? {})).toEqual(['files']);
    expect(data?.files?.map(({ name, type }) => [name, type])).toEqual([['sign.png', 'image/png']]);
  });
});
