import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { currentToasts, dismissToast } from '@/ui/toast-store';
import { storage } from './device-storage';
import {
  computeStylesQuickly,
  findLabelsQuickly,
  forgetElementStacks,
  matchQuickly,
  walkListsQuickly,
} from './quick-dom';
import { server } from './server';

// Importing a page can be slow on a busy machine, and a long timeout does not hide real failures. Errors about
// missing elements leave out the page's HTML, because printing it takes longer than the search.
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

// jsdom supports neither layout nor pointer capture, which Radix requires.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Everything is in view at once; tests of visibility bring their own observer.
globalThis.IntersectionObserver ??= class {
  constructor(private readonly callback: IntersectionObserverCallback) {}
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe(target: Element) {
    this.callback([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }
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

// Files share a process and its modules, so all of them use the same replacement.
vi.mock('@/outbox/store', () => import('./device-storage'));

// The page may swallow the error of an unanswered request; the test does not.
const unanswered: string[] = [];
beforeAll(() =>
  server.listen({
    onUnhandledRequest: ({ method, url }, print) => {
      unanswered.push(`${method} ${url}`);
      print.error();
    },
  }),
);
/** Return and clear what an unmounted page left on the document, which would affect the next test. */
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
beforeEach(() => {
  leftBehind();
  storage.jobs = undefined;
  storage.rows = [];
});
afterEach(() => {
  cleanup();
  const left = leftBehind();
  server.resetHandlers();
  document.title = '';
  for (const toast of currentToasts()) {
    dismissToast(toast.id);
  }
  const requests = unanswered.splice(0);
  if (requests.length > 0) throw new Error(`Nobody answered ${requests.join(', ')}`);
  if (left.length > 0) throw new Error(`Left on the page: ${left.join(', ')}`);
});
afterAll(() => server.close());
