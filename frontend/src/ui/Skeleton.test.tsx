import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Placeholder } from './Skeleton';

it('names the loading content and renders bars and children', () => {
  render(
    <Placeholder what="the payments" bars={['h-5', 'h-5']}>
      <p>Below</p>
    </Placeholder>,
  );
  const [words, ...rest] = screen.getByRole('status').children;
  expect(words?.textContent).toBe('Loading the payments');
  expect(rest.map((one) => one.getAttribute('aria-hidden') ?? one.textContent)).toEqual([
    'true',
    'true',
    'Below',
  ]);
});
