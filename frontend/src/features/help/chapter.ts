import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactNode } from 'react';

/** A section of a chapter, with its own anchor: /help/{chapter}#{section}. */
export interface Section {
  id: string;
  title: string;
  body: ReactNode;
}

/**
 * A chapter of the Help Center at /help/{id}, in its own file listed in chapters.ts.
 *
 * The server uses the same ids (HELP_CHAPTERS in marqueedesk/web/paths.py). Bodies consist of plain elements styled by
 * ui/Prose, so that the search can read their text; for components, it reads the children.
 */
export interface Chapter {
  id: string;
  title: string;
  /** A one-sentence description of the chapter. */
  summary: string;
  Icon: LucideIcon;
  sections: readonly Section[];
}

/** Return the text of an element as displayed, with single spaces. */
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
