import { vi } from 'vitest';

/** The provider's response to a confirmed payment, set by the test. */
type Confirm = (options: unknown) => Promise<unknown>;

interface FakeProvider {
  /** Installs the fake on the page, as the provider's script does. */
  install: () => void;
  confirmPayment: ReturnType<typeof vi.fn<Confirm>>;
  confirmSetup: ReturnType<typeof vi.fn<Confirm>>;
  retrievePaymentIntent: ReturnType<typeof vi.fn<(secret: string) => Promise<unknown>>>;
  /** Number of mounted elements. */
  mounted: () => number;
  /** Appearance options of the created fields, latest last. */
  looks: unknown[];
}

/** Fake of the provider's library. One per test file, because a loaded library is cached. */
export function fakeProvider(): FakeProvider {
  let mounted = 0;
  const looks: unknown[] = [];
  const taken = new Set<string>();
  const create = (type: string) => {
    // Like the provider's, allows one element of each type at a time.
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
