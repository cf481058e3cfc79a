import { type Chapter, type Section, textOf } from './chapter';

export interface Found {
  chapter: Chapter;
  section: Section;
  /** The text around the first match. */
  excerpt: string;
}

const AROUND = 70;
const MOST = 12;

/**
 * Return the sections that contain every word of a query, those with a match in their title first.
 *
 * Queries without a word of at least two letters have no results.
 */
export function search(chapters: readonly Chapter[], question: string): Found[] {
  const words = wordsOf(question);
  if (words.length === 0) {
    return [];
  }
  const ranked = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section) => {
      const [outer, title] = [plain(chapter.title), plain(section.title)];
      const text = textOf(section.body);
      const all = `${outer} ${title} ${plain(text)}`;
      if (!words.every((word) => all.includes(word))) {
        return [];
      }
      const rank = words.reduce(
        (sum, word) => sum + (title.includes(word) ? 2 : outer.includes(word) ? 1 : 0),
        0,
      );
      return [{ rank, found: { chapter, section, excerpt: excerptOf(text, words) } }];
    }),
  );
  return ranked
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ found }) => found);
}

/** Normalize case and apostrophes. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}

function wordsOf(question: string): string[] {
  return plain(question)
    .split(/[^\p{L}\p{N}'&]+/u)
    .filter((word) => word.length > 1);
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = plain(text);
  const hits = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const at = hits.length === 0 ? 0 : Math.min(...hits);
  const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const end = from + 2 * AROUND >= text.length ? text.length : text.lastIndexOf(' ', from + 2 * AROUND);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}
