import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PhoneLink } from './PhoneLink';

it.each([
  ['+1 (512) 555-0100', 'tel:+15125550100'],
  ['512.555.0100 x12', 'tel:5125550100;ext=12'],
  ['+49 (0)30 1234567', 'tel:+49301234567'],
])('a phone number links to %s', async (phone, href) => {
  render(<PhoneLink phone={phone} />);
  expect((await screen.findByRole('link', { name: phone })).getAttribute('href')).toBe(href);
});
