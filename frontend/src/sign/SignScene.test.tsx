import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { SignScene } from './SignScene';

afterEach(cleanup);

const LABEL = 'Show a person for scale';
const heightOfDrawing = () => Number(screen.getByRole('img').getAttribute('viewBox')?.split(' ')[3]);

describe('SignScene', () => {
  it('draws a person to scale on request', () => {
    render(<SignScene message="LOVE" letterInches={48} surface="night" maxWidth={800} height={100} />);
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('LOVE');
    const button = screen.getByRole('button', { name: LABEL, pressed: false });

    fireEvent.click(button);

    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('LOVE, with a person for scale');
    // A person of 67 inches beside letters of 48, with the drawing's margin.
    expect(heightOfDrawing()).toBeCloseTo((100 * 67) / 48 + 8, 0);
    fireEvent.click(button);
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('LOVE');
  });

  it.each([
    ['letters of unknown height', { message: 'LOVE' }],
    ['an unlit sign', { message: 'LOVE', letterInches: 48, state: 'unlit' as const }],
  ])('offers no person for %s', (_, props) => {
    render(<SignScene {...props} surface="night" maxWidth={800} />);
    expect(screen.queryByRole('button', { name: LABEL })).toBeNull();
  });
});
