import { describe, expect, it } from 'vitest';
import { textOf } from './chapter';
import { chapters } from './chapters';
import { search } from './search';

describe('the text of a chapter', () => {
  it('matches the displayed text across paragraphs, lists and links', () => {
    const body = (
      <>
        <p>
          Put it <b>under</b>, not over.
        </p>
        <ul>
          <li>One</li>
          <li>Two {2}</li>
        </ul>
      </>
    );
    expect(textOf(body)).toBe('Put it under, not over. One Two 2');
  });

  it('exists for every section of every chapter', () => {
    const sections = chapters.flatMap((chapter) => chapter.sections);
    expect(sections.length).toBeGreaterThan(30);
    for (const { title, body } of sections) {
      expect(textOf(body).length, title).toBeGreaterThan(40);
    }
  });

  it('has a unique address per section', () => {
    const addresses = chapters.flatMap(({ id, sections }) => [
      `/help/${id}`,
      ...sections.map((section) => `/help/${id}#${section.id}`),
    ]);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.filter((address) => !/^\/help\/[a-z-]+(#[a-z-]+)?$/.test(address))).toEqual([]);
  });
});

describe('the search', () => {
  const titles = (question: string) => search(chapters, question).map(({ section }) => section.title);

  it('requires every word, ignoring case and apostrophe style', () => {
    expect(titles('TURNAROUND')).toEqual(['When letters are unavailable']);
    expect(titles('customer’s form')).toEqual(titles("customer's FORM"));
    expect(titles('turnaround zebra')).toEqual([]);
  });

  it('ranks title matches first', () => {
    expect(titles('deposit')[0]).toBe('Deposits');
    expect(titles('deposit').length).toBeGreaterThan(1);
  });

  it('shows the text around the match, cut between words', () => {
    const [result] = search(chapters, 'argon2 password').concat(search(chapters, 'borrow lends'));
    expect(result).toBeUndefined();
    const excerpt = search(chapters, 'balloons')[0]?.excerpt ?? '';
    expect(excerpt).toContain('balloons');
    expect(excerpt.length).toBeLessThan(170);
    expect(textOf(chapters.map(({ sections }) => sections.map(({ body }) => body)))).toContain(
      excerpt.replace(/^… | …$/g, ''),
    );
  });

  it('returns nothing for an empty query', () => {
    expect(titles('')).toEqual([]);
    expect(titles(' ? a ')).toEqual([]);
  });
});
