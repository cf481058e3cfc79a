/**
 * Settings from the form's URL (for the theme see boot.js). They are not trusted: unknown values are replaced
 * with defaults.
 */
import { type Rgb, rgbFromHex } from './color';

export interface FormParams {
  /** Id or public key of the operator; empty if the URL has none. */
  readonly operator: string;
  readonly embedded: boolean;
  readonly hideHeader: boolean;
  readonly hideFooter: boolean;
  readonly defaultSize: string | null;
  readonly primaryColor: Rgb | null;
  /** True for the preview in the operator's settings, which works but sends nothing. */
  readonly preview: boolean;
  /** Identifies one of several forms on the embedding page; included in every message. */
  readonly widgetId: string | null;
}

const isOn = (value: string | null) => value === 'true' || value === '1';

/** Parse the query of /booking, /booking-widget and /embed; the last is always embedded. */
export function readParams(path: string, query: string): FormParams {
  const params = new URLSearchParams(query);
  const widgetId = params.get('widgetId') ?? '';
  return {
    // Must match the server, which decides who may frame this operator's form (marqueedesk/web/pages.py).
    operator: (params.get('userId') || params.get('key') || '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
    embedded: isOn(params.get('embed')) || /^\/embed\/?$/.test(path),
    hideHeader: isOn(params.get('hideHeader')),
    hideFooter: isOn(params.get('hideFooter')),
    defaultSize: params.get('defaultSize'),
    primaryColor: rgbFromHex(params.get('primaryColor') ?? ''),
    preview: isOn(params.get('preview')),
    widgetId: /^[\w-]{1,64}$/.test(widgetId) ? widgetId : null,
  };
}
