import type { Appearance, Stripe } from '@stripe/stripe-js';

/** Settings of the provider's library, from the server (/api/payment-setup). */
interface PaymentSetup {
  publishableKey: string | null;
  scriptUrl: string | null;
}

const PATIENCE_MS = 20_000;

/** Error shown if no card form is available; its message is user-facing. */
export class NoProvider extends Error {}

const withoutKeys =
  'The Stripe integration is not fully configured. Please contact the administrator to set up Stripe API keys.';
const outOfReach =
  'We couldn’t load the payment form. Check your connection and any content blockers in your browser, then try again.';

/**
 * Load the script of a test stand-in. The provider's library loads its own script, or uses one that is
 * present.
 */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new NoProvider(outOfReach));
    };
    document.head.append(script);
  });
}

async function connect(
  { publishableKey, scriptUrl }: PaymentSetup,
  account?: string | null,
): Promise<Stripe> {
  if (publishableKey === null) {
    throw new NoProvider(withoutKeys);
  }
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  if (scriptUrl !== null && !('Stripe' in window)) {
    await loadScript(scriptUrl);
  }
  const stripe = await loadStripe(publishableKey, account ? { stripeAccount: account } : undefined);
  if (stripe === null) {
    throw new NoProvider(outOfReach);
  }
  return stripe;
}

/**
 * Load the provider's library with a timeout, because a request swallowed by a content blocker never ends.
 * `account` is the connected account that receives the payment; without it, the platform's own.
 */
export async function connectInTime(setup: PaymentSetup, account?: string | null): Promise<Stripe> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoProvider(outOfReach)), PATIENCE_MS);
  });
  try {
    return await Promise.race([connect(setup, account), tooLong]);
  } catch (error) {
    throw error instanceof NoProvider ? error : new NoProvider(outOfReach, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

const font = '"Inter Variable", ui-sans-serif, system-ui, sans-serif';

/** Theme of the provider's fields, which are in their own frames without our style sheet. */
export function appearanceOf(dark: boolean): Appearance {
  return {
    theme: dark ? 'night' : 'stripe',
    variables: {
      fontFamily: font,
      borderRadius: '8px',
      colorPrimary: dark ? '#aaa5ff' : '#4f46e5',
      colorBackground: dark ? '#241f33' : '#ffffff',
      colorText: dark ? '#f4eee2' : '#15121f',
      colorTextSecondary: dark ? '#bbb3c8' : '#575164',
      colorDanger: dark ? '#ff9b94' : '#b4231f',
    },
  };
}
