import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LoadState } from './LoadState';

it('shows a placeholder while loading', () => {
  render(
    <LoadState of={{ error: null, refetch: vi.fn() }} failed="The payments could not be loaded">
      <p>Loading</p>
    </LoadState>,
  );
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(screen.queryByText('The payments could not be loaded')).toBeNull();
});

it('names the failed query of several, and retries all of them', async () => {
  const reads = [
    { error: null, refetch: vi.fn() },
    { error: new TypeError('Failed to fetch'), refetch: vi.fn() },
  ];
  render(
    <LoadState of={reads} failed="The form could not be loaded">
      <p>Loading</p>
    </LoadState>,
  );
  expect(screen.getByText('The form could not be loaded')).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try Again' }));
  for (const { refetch } of reads) expect(refetch).toHaveBeenCalledOnce();
});
