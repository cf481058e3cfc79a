/** Options of an embedded form, and the form's address. No value is trusted. */

/** From data attributes (`data-hide-header`) or a call (`{ hideHeader: true }`); the names are the same. */
export interface Options {
  /** Public key of the operator, or the operator's number. */
  readonly key?: string | undefined;
  readonly userId?: string | number | undefined;
  /**
   * A CSS length or percentage; a plain number is pixels. The height applies until the form reports its own.
   */
  readonly width?: string | number | undefined;
  readonly height?: string | number | undefined;
  readonly size?: string | undefined;
  readonly theme?: string | undefined;
  readonly color?: string | undefined;
  /** On if present, unless the value is false. */
  readonly hideHeader?: string | boolean | undefined;
  readonly hideFooter?: string | boolean | undefined;
  /** Code of a partner; by default the `via` of the embedding page's own address. */
  readonly via?: string | undefined;
  /** Load the form without cookies and stored data, on pages whose Cross-Origin-Embedder-Policy blocks frames. */
  readonly credentialless?: string | boolean | undefined;
}

export const isOn = (value: unknown) => value != null && `${value}` !== 'false';

/** Merge an element's options over the script's. An operator in them replaces the script's. */
export function onTopOf(usual: Options, own: Options): Options {
  return { ...usual, ...own, key: `${own.key || own.userId || usual.key || usual.userId || ''}` };
}

/**
 * The form's address, relative to the script, or null if the options name no operator. Display options are
 * validated by the form, which falls back for unknown values.
 */
export function formAddress(script: string, options: Options, widgetId: string): string | null {
  if (!/^\w+$/.test(options.key ?? '')) return null;
  const url = new URL('embed', script);
  const parameters: Record<string, string | boolean | undefined> = {
    userId: options.key,
    widgetId,
    hideHeader: isOn(options.hideHeader),
    hideFooter: isOn(options.hideFooter),
    defaultSize: options.size,
    theme: options.theme,
    primaryColor: options.color,
    via: options.via,
  };
  for (const name in parameters) if (parameters[name]) url.searchParams.set(name, parameters[name] as string);
  return url.href;
}

/** A plain number is pixels, as in HTML attributes. */
export const inPixels = (value: unknown) => (Number(value) ? `${value}px` : `${value}`);

/**
 * Clamp the height from a message: on a phone, a form with many items is some 20,000 pixels long. Invalid
 * heights become "none", which CSS ignores.
 */
export const sensibleHeight = (reported: unknown) =>
  Number.isFinite(reported) ? `${Math.min(50_000, Math.max(200, reported as number))}px` : 'none';
