/** What the address of the form says (its theme aside, see boot.js). Nothing of it is trusted: unknown values fall back. */
import { type Rgb, rgbFromHex } from './color';

export interface FormParams {
  /** Id or public key of the operator; empty when the address names none. */
  readonly operator: string;
  readonly embedded: boolean;
  readonly hideHeader: boolean;
  readonly hideFooter: boolean;
  readonly defaultSize: string | null;
  readonly primaryColor: Rgb | null;
  /** Its operator is looking at the form while setting it up: it works, and sends nothing. */
  readonly preview: boolean;
  /** Which of several forms on the embedding page this is; sent back with every message. */
  readonly widgetId: string | null;
}

const isOn = (value: string | null) => value === 'true' || value === '1';

/** Reads the query of /booking, /booking-widget and /embed; the last is always embedded. */
export function readParams(path: string, query: string): FormParams {
  const params = new URLSearchParams(query);
  const widgetId = params.get('widgetId') ?? '';
  return {
    // Read exactly so by the server, which says who may frame the form of this operator (marqueedesk/web/pages.py).
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
