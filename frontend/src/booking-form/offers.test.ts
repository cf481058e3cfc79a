import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, sentLines, withFirst } from './draft';
import { changeOf, type FitOffer, letterOffers } from './offers';

const line = {
  kind: 'letters',
  size: '4ft',
  finish: 'standard',
  colorOption: 'standard',
  addOns: {},
} as const;
const offer = (rest: Partial<FitOffer>): FitOffer => ({
  kind: 'mixed',
  description: '“30TH” in 2ft',
  lines: [],
  deliveryDate: '2027-06-04',
  pickupDate: '2027-06-05',
  total: 100,
  ...rest,
});
const draft = { ...EMPTY_DRAFT, ...withFirst(EMPTY_DRAFT, { text: 'HAPPY 30TH', size: '4ft' }) };

describe('applying an offer', () => {
  it('replaces the lines with those of the offer', () => {
    const lines = [
      { ...line, text: 'HAPPY' },
      { ...line, text: '30TH', size: '2ft' },
    ];
    const taken = { ...draft, ...changeOf(offer({ lines }), draft) };
    expect(sentLines(taken.lines).map(({ line: sent }) => sent)).toEqual([
      { kind: 'letters', text: 'HAPPY', size: '4ft', colorOption: 'standard', addOns: {} },
      { kind: 'letters', text: '30TH', size: '2ft', colorOption: 'standard', addOns: {} },
    ]);
  });

  it('sends turned letters until the text is changed', () => {
    const lines = [{ ...line, text: '99', turned: ['9'] }];
    const taken = { ...draft, ...changeOf(offer({ kind: 'turned', lines }), draft) };
    expect(sentLines(taken.lines)[0]?.line).toMatchObject({ text: '99', turned: ['9'] });
    expect(sentLines(withFirst(taken, { text: '98' }).lines)[0]?.line).not.toHaveProperty('turned');
    expect(sentLines(withFirst(taken, { size: '2ft' }).lines)[0]?.line).not.toHaveProperty('turned');
  });

  it('names the finish if it changes', () => {
    const lines = [{ ...line, text: 'LOVE', finish: 'rgb' }];
    expect(changeOf(offer({ kind: 'finish', lines }), draft)).toMatchObject({ lines: [{ finish: 'rgb' }] });
  });

  it('leaves changes of size or dates to the alternatives', () => {
    const all = (['turned', 'size', 'dates', 'wording'] as const).map((kind) => offer({ kind }));
    expect(letterOffers(all).map(({ kind }) => kind)).toEqual(['turned', 'wording']);
    expect(letterOffers(undefined)).toEqual([]);
  });
});
