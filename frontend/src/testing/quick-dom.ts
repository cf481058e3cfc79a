/**
 * Faster replacements of DOM functions that page tests spend most of their time in. No test loads a style
 * sheet, so computed styles depend only on the element and its tag, while jsdom matches its own style sheet
 * on each call.
 */
import React from 'react';

const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML LEGEND LI MAIN NAV OL OPTGROUP OPTION P PRE SEARCH SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);
const NEVER_SHOWN = new Set('DATALIST HEAD LINK META NOSCRIPT SCRIPT STYLE TEMPLATE TITLE'.split(' '));

type Drawn = HTMLElement | SVGElement;

function displayOf(element: Drawn): string {
  if (element.style.display !== '') return element.style.display;
  if (element.hasAttribute('hidden') || NEVER_SHOWN.has(element.tagName)) return 'none';
  return BLOCKS.has(element.tagName) ? 'block' : 'inline';
}

function visibilityOf(element: Drawn): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if ((at as Partial<Drawn>).style?.visibility) return (at as Drawn).style.visibility;
  }
  return 'visible';
}

/** Compute `getComputedStyle` from the elements themselves. */
export function computeStylesQuickly(): void {
  const thorough = globalThis.getComputedStyle.bind(globalThis);
  globalThis.getComputedStyle = (element, pseudo) => {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) {
      return thorough(element, pseudo);
    }
    const own = element.style;
    const value = (name: string) =>
      name === 'display'
        ? displayOf(element)
        : name === 'visibility'
          ? visibilityOf(element)
          : own.getPropertyValue(name);
    return new Proxy(own, {
      get(target, name) {
        if (name === 'display' || name === 'visibility') return value(name);
        if (name === 'getPropertyValue') return value;
        const property: unknown = Reflect.get(target, name, target);
        return typeof property === 'function' ? property.bind(target) : property;
      },
    });
  };
}

/**
 * Keep React from recording a stack for every rendered element, which only its warnings use. Its counter of
 * recorded stacks always reads as full.
 */
export function forgetElementStacks(): void {
  const internals: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  );
  if (typeof internals !== 'object' || internals === null) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
    configurable: true,
  });
}

const LABELABLE = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';

function labelsOf(element: HTMLElement): HTMLLabelElement[] {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof DocumentFragment)) return [];
  const around = element.closest('label');
  const { id } = element;
  if (around === null && id === '') return [];
  // Documents cache lookups by name; a selector scans the whole document each time.
  const labels =
    root instanceof Document ? root.getElementsByTagName('label') : root.querySelectorAll('label');
  return [...labels].filter((label) => {
    const target = label.getAttribute('for');
    return target === null
      ? label === around && label.querySelector(LABELABLE) === element
      : target === id && id !== '';
  });
}

/** Find `labels` with one scan of the page's labels; jsdom scans the page once per label. */
export function findLabelsQuickly(): void {
  for (const kind of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLMeterElement,
    HTMLOutputElement,
    HTMLProgressElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ]) {
    Object.defineProperty(kind.prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        return labelsOf(this);
      },
    });
  }
}

/**
 * Iterate over node lists by their methods; jsdom would first describe every node as a property of the list.
 */
export function walkListsQuickly(): void {
  for (const { prototype } of [NodeList, HTMLCollection]) {
    const length = Object.getOwnPropertyDescriptor(prototype, 'length')?.get;
    if (length === undefined) continue;
    const { item } = prototype;
    Object.defineProperty(prototype, Symbol.iterator, {
      configurable: true,
      writable: true,
      *value(this: NodeListOf<Element>): Generator<Node | null> {
        for (let at = 0; at < length.call(this); at += 1) yield item.call(this, at);
      },
    });
  }
}

const INPUT_BUTTONS = 'input[type=submit], input[type=button], input[type=reset]';
const BY_ID = /^\[id="([^"\\]+)"\]$/;

/**
 * Answer Testing Library's most frequent selectors directly: input buttons, any element, and elements by id.
 * jsdom would match a parsed selector against each element.
 */
export function matchQuickly(): void {
  const { matches, querySelector } = Element.prototype;
  Object.defineProperties(Element.prototype, {
    matches: {
      configurable: true,
      writable: true,
      value(this: Element, selector: string): boolean {
        if (selector === '*') return true;
        if (selector === INPUT_BUTTONS && this.localName !== 'input') return false;
        return matches.call(this, selector);
      },
    },
    querySelector: {
      configurable: true,
      writable: true,
      value(this: Element, selector: string): Element | null {
        const id = BY_ID.exec(selector)?.[1];
        const isInDocument = this.getRootNode() === this.ownerDocument;
        if (id === undefined || !isInDocument) return querySelector.call(this, selector);
        const element = this.ownerDocument.getElementById(id);
        // The document's first element with this id is also the first in this subtree, if it is part of it.
        const isInside = element === null || (element !== this && this.contains(element));
        return isInside ? element : querySelector.call(this, selector);
      },
    },
  });
}
