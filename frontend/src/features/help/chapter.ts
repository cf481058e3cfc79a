import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactNode } from 'react';

/** One question that a chapter answers, with an anchor of its own: /help/{chapter}#{section}. */
export interface Section {
  id: string;
  title: string;
  body: ReactNode;
}

/**
 * One chapter of the Help Center, at /help/{id}: a file of its own that is named in chapters.ts.
 *
 * The server answers the same ids (HELP_CHAPTERS in marqueedesk/web/paths.py). Bodies are plain elements, made of
 * what ui/Prose sets, so that the search can read their text; a component among them is read by its children.
 */
export interface Chapter {
  id: string;
  title: string;
  /** What the chapter is about, in a sentence. */
  summary: string;
  Icon: LucideIcon;
  sections: readonly Section[];
}

/** The words of an element, as a reader sees them, with single spaces. */
export function textOf(node: ReactNode): string {
  return words(node).replace(/\s+/g, ' ').trim();
}

const inline = new Set(['a', 'b', 'em', 'code', 'kbd', 'span']);

function words(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') {
    return String(node);
  }
  if (Array.isArray(node)) {
    return node.map(words).join('');
  }
  if (!isValidElement<{ children?: ReactNode }>(node)) {
    return '';
  }
  const text = words(node.props.children);
  return typeof node.type === 'string' && !inline.has(node.type) ? ` ${text} ` : text;
}
