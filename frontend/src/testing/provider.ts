import { vi } from 'vitest';

/** What the provider answers to a payment that is confirmed; a test gives its own. */
type Confirm = (asked: unknown) => Promise<unknown>;

interface FakeProvider {
  /** Puts it into the page, as its script would. */
  install: () => void;
  confirmPayment: ReturnType<typeof vi.fn<Confirm>>;
  confirmSetup: ReturnType<typeof vi.fn<Confirm>>;
  retrievePaymentIntent: ReturnType<typeof vi.fn<(secret: string) => Promise<unknown>>>;
  /** How many elements are mounted now. */
  mounted: () => number;
  /** The looks that the fields were asked for, the latest last. */
  looks: unknown[];
}

/** A provider's library in place of the real one. One to a file: what was loaded once is kept. */
export function fakeProvider(): FakeProvider {
  let mounted = 0;
  const looks: unknown[] = [];
  const taken = new Set<string>();
  const create = (type: string) => {
    // As the provider's: one element of a type at a time.
    if (taken.has(type)) throw new Error(`Can only create one Element of type ${type}.`);
    taken.add(type);
    let ready = () => {};
    const element = {
      on: (name: string, handler: () => void) => {
        if (name === 'ready') ready = handler;
        return element;
      },
      off: () => element,
      once: () => element,
      update: () => {},
      mount: () => {
        mounted += 1;
        queueMicrotask(() => ready());
      },
      unmount: () => {
        mounted -= 1;
      },
      destroy: () => {
        mounted -= 1;
        taken.delete(type);
      },
    };
    return element;
  };
  const fake: FakeProvider = {
    install: () =>
      vi.stubGlobal(
        'Stripe',
        Object.assign(() => stripe, { version: 'endive' }),
      ),
    confirmPayment: vi.fn<Confirm>(),
    confirmSetup: vi.fn<Confirm>(),
    retrievePaymentIntent: vi.fn(),
    mounted: () => mounted,
    looks,
  };
  const stripe = {
    elements: (options: { appearance?: unknown }) => {
      looks.push(options.appearance);
      return {
        create,
        getElement: () => null,
        update: (changed: { appearance?: unknown }) => looks.push(changed.appearance),
        submit: async () => ({}),
      };
    },
    createToken: () => {},
    createPaymentMethod: () => {},
    confirmCardPayment: () => {},
    confirmPayment: fake.confirmPayment,
    confirmSetup: fake.confirmSetup,
    retrievePaymentIntent: fake.retrievePaymentIntent,
  };
  return fake;
}
