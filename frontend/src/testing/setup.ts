import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { currentToasts, dismissToast } from '@/ui/toast-store';
import {
  computeStylesQuickly,
  findLabelsQuickly,
  forgetElementStacks,
  matchQuickly,
  walkListsQuickly,
} from './quick-dom';
import { server } from './server';

// A busy machine takes its time to load a page's module; waiting longer never makes a wrong page right.
// An element that is missing is named; writing out the whole page as well takes longer than looking for it.
configure({
  asyncUtilTimeout: 15_000,
  getElementError: (message) =>
    Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});
computeStylesQuickly();
findLabelsQuickly();
forgetElementStacks();
matchQuickly();
walkListsQuickly();

// jsdom neither lays out nor captures pointers, which Radix asks for.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Nothing is ever in view; a test that is about being seen brings its own.
globalThis.IntersectionObserver ??= class {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};

// The page may swallow that nobody answered; the test does not.
const unanswered: string[] = [];
beforeAll(() =>
  server.listen({
    onUnhandledRequest: ({ method, url }, print) => {
      unanswered.push(`${method} ${url}`);
      print.error();
    },
  }),
);
/** What a page that is gone has left on the document, which the next test would meet; cleared as it is read. */
function leftBehind(): string[] {
  const { body, documentElement } = document;
  const left = [...body.children].map((element) => element.outerHTML.slice(0, 200));
  for (const element of [documentElement, body]) {
    if (element.style.pointerEvents !== '') left.push(`${element.tagName} takes no pointer`);
    element.style.pointerEvents = '';
  }
  body.replaceChildren();
  return left;
}
beforeEach(() => void leftBehind());
afterEach(() => {
  cleanup();
  const left = leftBehind();
  server.resetHandlers();
  document.title = '';
  for (const toast of currentToasts()) {
    dismissToast(toast.id);
  }
  const asked = unanswered.splice(0);
  if (asked.length > 0) throw new Error(`Nobody answered ${asked.join(', ')}`);
  if (left.length > 0) throw new Error(`Left on the page: ${left.join(', ')}`);
});
afterAll(() => server.close());
