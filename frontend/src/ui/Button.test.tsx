import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { Button } from './Button';

function state(button: ReactElement) {
  const { unmount } = render(button);
  const { disabled, ariaBusy, textContent } = screen.getByRole<HTMLButtonElement>('button');
  unmount();
  return [textContent, disabled, ariaBusy];
}

it('a pending button shows its pending label and keeps its disabled state', () => {
  const save = { pendingLabel: 'Saving...', children: 'Save' };
  expect(state(<Button {...save} pending />)).toEqual(['Saving...', true, 'true']);
  expect(state(<Button {...save} pending={false} />)).toEqual(['Save', false, 'false']);
  expect(state(<Button {...save} pending={false} disabled />)).toEqual(['Save', true, 'false']);
  expect(state(<Button pending>Save</Button>)).toEqual(['Save', true, 'true']);
  expect(state(<Button>Save</Button>)).toEqual(['Save', false, null]);
});
