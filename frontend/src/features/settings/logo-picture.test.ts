import { describe, expect, it } from 'vitest';
import { fitted, NoPicture, pictureFor, smallEnough } from './logo-picture';

const ofSize = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/png' });

describe('a logo before upload', () => {
  it.each([
    [300, 100, { width: 300, height: 100 }],
    [3000, 1500, { width: 1200, height: 600 }],
    [100, 4000, { width: 30, height: 1200 }],
    [5000, 1, { width: 1200, height: 1 }],
  ])('of %d by %d keeps its aspect ratio', (width, height, expected) => {
    expect(fitted(width, height)).toEqual(expected);
  });

  it('is scaled down until it fits', async () => {
    const tried: number[] = [];
    const picture = await smallEnough((longest) => {
      tried.push(longest);
      return Promise.resolve(ofSize(longest * 300));
    });
    expect(picture.size).toBeLessThanOrEqual(200_000);
    expect(tried).toEqual([1200, 960, 768, 614]);
  });

  it("is rejected if it can't be made small enough or the file is far too large", async () => {
    await expect(smallEnough(() => Promise.resolve(ofSize(300_000)))).rejects.toBeInstanceOf(NoPicture);
    const file = new File([new Uint8Array(20_000_001)], 'huge.png', { type: 'image/png' });
    await expect(pictureFor(file)).rejects.toThrow('This file is too large. The limit is 20 MB.');
  });
});
