/** Embed codes for the booking form with the chosen appearance. */

import type { User } from '@/api/types';
import { keysOf } from '@/lib/keys';

export interface WidgetConfig {
  readonly width: string;
  readonly height: string;
  readonly defaultSize: string;
  readonly theme: string;
  readonly primaryColor: string;
  readonly hideHeader: boolean;
  readonly hideFooter: boolean;
}

/** Default widget (specification, section 2). */
export const DEFAULT_WIDGET: WidgetConfig = {
  width: '100%',
  height: '600px',
  defaultSize: '4ft',
  theme: 'light',
  primaryColor: '#4F46E5',
  hideHeader: false,
  hideFooter: false,
};

export const THEMES = { light: 'Light', dark: 'Dark' } as const;

const LENGTH = /^[1-9]\d{0,3}(?:px|%)$/;
const COLOR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** Return the error of each invalid setting. */
export function problemsOf(config: WidgetConfig): Partial<Record<keyof WidgetConfig, string>> {
  return {
    ...(!LENGTH.test(config.width) && { width: 'Enter a width such as 100% or 480px' }),
    ...(!LENGTH.test(config.height) && { height: 'Enter a height such as 600px' }),
    ...(!COLOR.test(config.primaryColor) && { primaryColor: 'Enter a color such as #4F46E5' }),
  };
}

/** Replace invalid settings with the defaults, so that generated codes always work. */
export function soundConfig(config: WidgetConfig): WidgetConfig {
  const wrong = keysOf(problemsOf(config));
  return { ...config, ...Object.fromEntries(wrong.map((name) => [name, DEFAULT_WIDGET[name]])) };
}

/**
 * The operator's identifier in the code: the public key, or id 1 without a user (specification, section 2).
 */
export function operatorInCode(user: Pick<User, 'publicKey'> | null): string {
  return user?.publicKey ?? '1';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function element(name: string, attributes: Readonly<Record<string, string | true>>, content = ''): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === true ? attribute : `${attribute}="${escaped(value)}"`,
  );
  return `<${[name, ...written].join(' ')}>${escaped(content)}</${name}>`;
}

function looks(config: WidgetConfig): Record<string, string> {
  return {
    'data-size': config.defaultSize,
    'data-theme': config.theme,
    'data-color': config.primaryColor,
    ...(config.hideHeader && { 'data-hide-header': 'true' }),
    ...(config.hideFooter && { 'data-hide-footer': 'true' }),
  };
}

const named = (operator: string) =>
  /^\d+$/.test(operator) ? { 'data-user-id': operator } : { 'data-key': operator };

const scriptOf = (origin: string) => ({ async: true as const, src: `${origin}/embed.js` });

/** A link to the form, for visitors whose browser runs no scripts. */
function withoutScripts(origin: string, operator: string): string {
  const query = new URLSearchParams({ userId: operator });
  const link = element('a', { href: `${origin}/booking?${query}` }, 'Book your marquee letters');
  return `<noscript>${link}</noscript>`;
}

/** A script element that inserts the form in its place and adjusts the frame to the form's height. */
export function scriptCode(origin: string, operator: string, config: WidgetConfig): string {
  const { width, height, ...rest } = soundConfig(config);
  const script = element('script', {
    ...scriptOf(origin),
    ...named(operator),
    'data-width': width,
    'data-height': height,
    ...looks({ width, height, ...rest }),
  });
  return `${script}\n${withoutScripts(origin, operator)}`;
}

/** A button that opens the form in a dialog. */
export function buttonCode(origin: string, operator: string, config: WidgetConfig): string {
  const attributes = { type: 'button', 'data-marqueedesk-open': true as const, ...named(operator) };
  const button = element('button', { ...attributes, ...looks(soundConfig(config)) }, 'Book Your Letters');
  return `${button}\n${element('script', scriptOf(origin))}\n${withoutScripts(origin, operator)}`;
}

/** The form's URL for a frame. */
export function frameAddress(origin: string, operator: string, config: WidgetConfig): string {
  const { defaultSize, theme, primaryColor, hideHeader, hideFooter } = soundConfig(config);
  const query = new URLSearchParams({
    userId: operator,
    embed: 'true',
    defaultSize,
    theme,
    primaryColor,
    ...(hideHeader && { hideHeader: 'true' }),
    ...(hideFooter && { hideFooter: 'true' }),
  });
  return `${origin}/embed?${query}`;
}

/** A frame that needs no script and scrolls if the form is higher. */
export function frameCode(origin: string, operator: string, config: WidgetConfig): string {
  const { width, height } = soundConfig(config);
  return element('iframe', {
    src: frameAddress(origin, operator, config),
    title: 'Book your marquee letters',
    // The site's theme may style iframes, even with !important.
    style: `width: ${width} !important; height: ${height} !important; min-width: 0 !important; max-width: 100% !important; border: 0`,
    loading: 'lazy',
    referrerpolicy: 'origin',
    // Wallets in the form's card form.
    allow: 'payment',
  });
}
