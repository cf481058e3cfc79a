import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { bulbs } from './bulbs';
import { MarqueeSign } from './MarqueeSign';

afterEach(() => {
  cleanup();
  delete document.documentElement.dataset.theme;
});

const picture = () => screen.getByRole('img');

describe('MarqueeSign', () => {
  it('is named by its letters', () => {
    render(<MarqueeSign message="mr & mrs" maxWidth={800} />);
    expect(picture().getAttribute('aria-label')).toBe('MR & MRS');
  });

  it('says which letters it needs, not by look alone', () => {
    render(<MarqueeSign message="Marry me" missing={['R', 'Y', 'Q']} maxWidth={800} />);
    expect(picture().getAttribute('aria-label')).toBe('MARRY ME, needs R, Y');
    expect(picture().querySelectorAll('[stroke-dasharray]')).toHaveLength(3);
  });

  it('draws nothing for nothing', () => {
    render(<MarqueeSign message="  " maxWidth={800} />);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('lights every bulb of a letter in one path', () => {
    render(<MarqueeSign message="I" surface="night" height={100} maxWidth={800} />);
    const path = [...picture().querySelectorAll('path')].find((p) => p.getAttribute('stroke') === '#FFB648');
    expect(path?.getAttribute('d')?.match(/M/g)).toHaveLength(bulbs('I').length);
    expect(picture().querySelectorAll('circle[r="9.5"]')).toHaveLength(bulbs('I').length);
    expect(picture().querySelectorAll('circle[r="40"]')).toHaveLength(Math.ceil(bulbs('I').length / 2));
  });

  it('shows a tile with the character where there is no letterform', () => {
    render(<MarqueeSign message="Ø" maxWidth={800} />);
    expect(picture().querySelector('text')?.textContent).toBe('Ø');
  });

  it('never runs markup from a message', () => {
    render(<MarqueeSign message="<b>" maxWidth={800} />);
    expect([...picture().querySelectorAll('text')].map((t) => t.textContent)).toEqual(['<', '>']);
  });

  it('follows the page between night and paper', () => {
    document.documentElement.dataset.theme = 'dark';
    const { rerender } = render(<MarqueeSign message="O" height={80} maxWidth={800} />);
    expect(picture().querySelectorAll('circle[r="40"]').length).toBeGreaterThan(0);
    document.documentElement.dataset.theme = 'light';
    rerender(<MarqueeSign message="O" height={81} maxWidth={800} />);
    expect(picture().querySelectorAll('circle[r="40"]')).toHaveLength(0);
  });

  it('gives two signs on a page gradients of their own', () => {
    render(
      <>
        <MarqueeSign message="A" surface="night" maxWidth={800} />
        <MarqueeSign message="B" surface="night" maxWidth={800} />
      </>,
    );
    const ids = [...document.querySelectorAll('radialGradient')].map((gradient) => gradient.id);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(document.querySelector(`[fill="url(#${id})"]`)).not.toBeNull();
  });

  it('chases in three groups that together are all bulbs, and is still one picture by name', () => {
    render(<MarqueeSign message="L" chase surface="night" height={100} maxWidth={800} />);
    const groups = [...document.querySelectorAll('svg[data-group]')];
    expect(groups).toHaveLength(3);
    expect(screen.getAllByRole('img')).toHaveLength(1);
    const count = groups.map(
      (g) => g.querySelector('[stroke="#FFB648"]')?.getAttribute('d')?.match(/M/g)?.length,
    );
    expect(count).toEqual([4, 3, 3]);
  });

  it('switches on one after the other, and letters typed later start at once', () => {
    const { rerender } = render(<MarqueeSign message="LO" switchOn surface="night" maxWidth={800} />);
    const delays = () =>
      [...document.querySelectorAll<SVGGElement>('.marquee-switch-on')].map((g) => g.style.animationDelay);
    expect(delays()).toEqual(['', '90ms']);
    rerender(<MarqueeSign message="LOVE" switchOn surface="night" maxWidth={800} />);
    expect(delays()).toEqual(['', '90ms', '', '90ms']);
  });

  it('leaves the letters that stand alone while typing goes on', () => {
    const { rerender } = render(<MarqueeSign message="LOV" surface="night" maxWidth={2000} />);
    const first = picture().querySelector('g');
    const inside = first?.firstElementChild;
    rerender(<MarqueeSign message="LOVE" surface="night" maxWidth={2000} />);
    expect(picture().querySelector('g')).toBe(first);
    expect(first?.firstElementChild).toBe(inside);
  });

  it('goes dark when it is not lit', () => {
    render(<MarqueeSign message="A" state="unlit" surface="night" maxWidth={800} />);
    expect(picture().querySelector('circle')).toBeNull();
    expect(picture().querySelector('[stroke="#A89E8C"]')).not.toBeNull();
  });
});
