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
  it('has its letters as accessible name', () => {
    render(<MarqueeSign message="mr & mrs" maxWidth={800} />);
    expect(picture().getAttribute('aria-label')).toBe('MR & MRS');
  });

  it('names missing letters in its accessible name', () => {
    render(<MarqueeSign message="Marry me" missing={['R', 'Y', 'Q']} maxWidth={800} />);
    expect(picture().getAttribute('aria-label')).toBe('MARRY ME, needs R, Y');
    expect(picture().querySelectorAll('[stroke-dasharray]')).toHaveLength(3);
  });

  it('renders nothing without letters', () => {
    render(<MarqueeSign message="  " maxWidth={800} />);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('draws all bulbs of a letter as one path, and lights the panel around each a little differently', () => {
    render(<MarqueeSign message="I" surface="night" height={100} maxWidth={800} />);
    const path = picture().querySelector('path[stroke-width="7"]');
    expect(path?.getAttribute('d')?.match(/M/g)).toHaveLength(bulbs('I').length);
    const pools = [...picture().querySelectorAll('circle[fill^="url(#pool"]')];
    expect(pools).toHaveLength(bulbs('I').length);
    expect(new Set(pools.map((pool) => pool.getAttribute('r'))).size).toBeGreaterThan(3);
  });

  it('draws the glow of all letters behind the first of them', () => {
    render(<MarqueeSign message="LO" surface="night" height={100} maxWidth={800} />);
    const drawn = [...picture().querySelectorAll('circle, path')].filter((shape) => !shape.closest('defs'));
    const last = drawn.findLastIndex((shape) => shape.getAttribute('r') === '84');
    expect(last).toBeGreaterThan(0);
    expect(drawn.slice(0, last + 1).every((shape) => shape.getAttribute('r') === '84')).toBe(true);
  });

  it('shows a tile with the character if there is no letterform', () => {
    render(<MarqueeSign message="Ø" maxWidth={800} />);
    expect(picture().querySelector('text')?.textContent).toBe('Ø');
  });

  it('never interprets a message as markup', () => {
    render(<MarqueeSign message="<b>" maxWidth={800} />);
    expect([...picture().querySelectorAll('text')].map((t) => t.textContent)).toEqual(['<', '>']);
  });

  it('draws a letter in another finish in its own light', () => {
    const looks = () => picture().querySelectorAll('defs radialGradient[id^="pool"]').length;
    const line = { message: 'LO VE', scale: 1, finish: 'Warm white' };
    const other = { ...line, exceptions: [{ index: 2, finish: 'Blue' }] };
    const { rerender } = render(<MarqueeSign message="LO VE" lines={[line]} height={100} maxWidth={900} />);
    expect(looks()).toBe(1);
    rerender(<MarqueeSign message="LO VE" lines={[other]} height={100} maxWidth={900} />);
    expect(looks()).toBe(2);
  });

  it("follows the page's dark mode", () => {
    document.documentElement.dataset.theme = 'dark';
    const air = () => picture().querySelector('radialGradient[id^="air"] stop')?.getAttribute('stop-opacity');
    const { rerender } = render(<MarqueeSign message="O" height={80} maxWidth={800} />);
    expect(air()).toBe('0.11');
    document.documentElement.dataset.theme = 'light';
    rerender(<MarqueeSign message="O" height={81} maxWidth={800} />);
    expect(air()).toBe('0.055');
  });

  it('gives two signs on a page separate gradients', () => {
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

  it('chases in three groups that cover all bulbs, and is still one image', () => {
    render(<MarqueeSign message="L" chase surface="night" height={100} maxWidth={800} />);
    const groups = [...document.querySelectorAll('svg[data-group]')];
    expect(groups).toHaveLength(3);
    expect(screen.getAllByRole('img')).toHaveLength(1);
    const count = groups.map(
      (g) => g.querySelector('[stroke-width="7"]')?.getAttribute('d')?.match(/M/g)?.length,
    );
    expect(count).toEqual([4, 3, 3]);
  });

  it('switches letters on in sequence, and letters typed later at once', () => {
    const { rerender } = render(<MarqueeSign message="LO" switchOn surface="night" maxWidth={800} />);
    const delays = () =>
      [...document.querySelectorAll<SVGGElement>('.marquee-switch-on:has(path)')].map(
        (g) => g.style.animationDelay,
      );
    expect(delays()).toEqual(['', '90ms']);
    rerender(<MarqueeSign message="LOVE" switchOn surface="night" maxWidth={800} />);
    expect(delays()).toEqual(['', '90ms', '', '90ms']);
  });

  it('does not re-render existing letters while typing', () => {
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
    expect(picture().querySelector('path[stroke-width="7"]')?.getAttribute('stroke')).toBe('#cdc6b8');
  });

  it('stands on a floor in its own light, only under the last line', () => {
    const lines = [
      { message: 'LO', scale: 1 },
      { message: 'VE', scale: 1, color: '#e8a9a4' },
    ];
    render(<MarqueeSign message="" lines={lines} floor height={100} surface="night" maxWidth={800} />);
    expect(picture().querySelectorAll('ellipse')).toHaveLength(1);
    const mirrors = [...picture().querySelectorAll('circle[fill^="url(#mirror"]')];
    const fills = new Set(mirrors.map((mirror) => mirror.getAttribute('fill')));
    expect(fills.size).toBe(1);
    const floor = picture().querySelector('radialGradient[id^="floor"] stop')?.getAttribute('stop-color');
    const [fill = ''] = fills;
    const mirror = document.getElementById(fill?.slice(5, -1) ?? '');
    expect(mirror?.querySelector('stop')?.getAttribute('stop-color')).toBe(floor);
  });

  it('draws many letters with few shapes each', () => {
    const { rerender } = render(<MarqueeSign message={'O'.repeat(30)} surface="night" maxWidth={9000} />);
    expect(picture().querySelectorAll('circle').length).toBeGreaterThan(300);
    rerender(<MarqueeSign message={'O'.repeat(31)} surface="night" maxWidth={9000} />);
    expect(picture().querySelectorAll('circle')).toHaveLength(0);
  });

  it('lights the face of color-changing letters in every color', () => {
    const lines = [{ message: 'A', scale: 1, finish: 'RGB' }];
    render(<MarqueeSign message="" lines={lines} height={100} surface="night" maxWidth={800} />);
    const [id] = [...document.querySelectorAll('linearGradient')]
      .map((gradient) => gradient.id)
      .filter((name) => name.startsWith('hues'));
    const widths = [...document.querySelectorAll(`[stroke="url(#${id})"]`)].map((path) =>
      path.getAttribute('stroke-width'),
    );
    expect(widths).toEqual(['20', '13', '9.4']);
  });
});
