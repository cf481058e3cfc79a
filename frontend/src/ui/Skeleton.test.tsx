import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Placeholder } from './Skeleton';

it('says what is loading above its bars, and takes what stands below them', () => {
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
