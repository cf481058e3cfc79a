/** What a page says about the form that it embeds, and the address of that form. Nothing of it is trusted. */

/** Of data attributes (`data-hide-header`) or of a call (`{ hideHeader: true }`); the names are the same. */
export interface Options {
  /** Public key of the operator, or else the number. */
  readonly key?: string | undefined;
  readonly userId?: string | number | undefined;
  /**
   * A CSS length or percentage; a plain number is pixels. The height holds until the form reports its own.
   */
  readonly width?: string | number | undefined;
  readonly height?: string | number | undefined;
  readonly size?: string | undefined;
  readonly theme?: string | undefined;
  readonly color?: string | undefined;
  /** On when given, unless the value is false. */
  readonly hideHeader?: string | boolean | undefined;
  readonly hideFooter?: string | boolean | undefined;
}

const isOn = (value: unknown) => value != null && `${value}` !== 'false';

/** An element's own options on top of the script's. An operator that they name replaces the script's. */
export function onTopOf(usual: Options, own: Options): Options {
  return { ...usual, ...own, key: `${own.key || own.userId || usual.key || usual.userId || ''}` };
}

/**
 * The form's address beside the script's own, or null when the options name no operator. How the form looks is
 * judged by the form: it falls back where it does not know a value.
 */
export function formAddress(script: string, options: Options, widgetId: string): string | null {
  if (!/^\w+$/.test(options.key ?? '')) return null;
  const url = new URL('embed', script);
  const said: Record<string, string | boolean | undefined> = {
    userId: options.key,
    widgetId,
    hideHeader: isOn(options.hideHeader),
    hideFooter: isOn(options.hideFooter),
    defaultSize: options.size,
    theme: options.theme,
    primaryColor: options.color,
  };
  for (const name in said) if (said[name]) url.searchParams.set(name, said[name] as string);
  return url.href;
}

/** A plain number is pixels, as it is in an attribute. */
export const inPixels = (value: unknown) => (Number(value) ? `${value}px` : `${value}`);

/**
 * The height that a message tells as a length, within reason: on a phone, a form with many items to add is some 20,000
 * pixels long. None, which no element takes, for what is no height.
 */
export const sensibleHeight = (reported: unknown) =>
  Number.isFinite(reported) ? `${Math.min(50_000, Math.max(200, reported as number))}px` : 'none';
