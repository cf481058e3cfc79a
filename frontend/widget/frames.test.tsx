import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { NothingSent } from './NothingSent';
import { submitInSandboxes } from './parent-messages';

describe('a sandboxed frame that forbids form submission', () => {
  it('submits once with the button and with Enter', async () => {
    const onSubmit = vi.fn((event: Event) => event.preventDefault());
    render(
      <form aria-label="Booking">
        <input aria-label="Message" />
        <button type="button">Other</button>
        <button type="submit">Send</button>
      </form>,
    );
    const form = screen.getByRole('form');
    form.addEventListener('submit', onSubmit);
    const stop = submitInSandboxes(document);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Other' }));
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await user.type(screen.getByLabelText('Message'), 'LOVE{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
    stop();
  });
});

describe('a preview', () => {
  function Tried({ preview, show, send }: { preview: boolean; show: () => void; send: () => void }) {
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {preview && <NothingSent show={show} />}
        <button type="submit">Send</button>
      </form>
    );
  }

  it.each([
    [true, 1, 0],
    [false, 0, 1],
  ])('(%s) shows that nothing was sent', async (preview, shown, sent) => {
    const [show, send] = [vi.fn(), vi.fn()];
    render(<Tried preview={preview} show={show} send={send} />);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(show).toHaveBeenCalledTimes(shown);
    expect(send).toHaveBeenCalledTimes(sent);
  });
});
