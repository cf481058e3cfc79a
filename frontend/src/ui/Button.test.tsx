import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Button } from './Button';

function state(button: React.ReactElement) {
  const { unmount } = render(button);
  const { disabled, ariaBusy } = screen.getByRole<HTMLButtonElement>('button');
  unmount();
  return { disabled, busy: ariaBusy };
}

it('A button waits for what it began, and stays as disabled as it was', () => {
  expect(state(<Button pending>Save</Button>)).toEqual({ disabled: true, busy: 'true' });
  expect(state(<Button pending={false}>Save</Button>)).toEqual({ disabled: false, busy: 'false' });
  expect(
    state(
      <Button disabled pending={false}>
        Save
      </Button>,
    ),
  ).toEqual({ disabled: true, busy: 'false' });
  expect(state(<Button>Save</Button>)).toEqual({ disabled: false, busy: null });
});
