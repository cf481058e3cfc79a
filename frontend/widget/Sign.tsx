/** The drawing of the letters. Loaded beside the form, which works without it (see useSign). */

import { useMemo } from 'react';
import type { Estimate } from '@/booking-form/answers';
import { AROUND } from '@/booking-form/lazy-texts';
import { type ChosenAddOns, isUnlit, lightingOf } from '@/booking-form/lighting';
import type { Offer } from '@/booking-form/offer';
import { FORM } from '@/booking-form/texts';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { span } from '@/lib/words';
import { widthInFeet } from '@/sign/layout';
import type { MarqueeSignProps, SignLine } from '@/sign/MarqueeSign';
import { SignScene } from '@/sign/SignScene';
import { useRenderTurn } from './useRenderTurn';

/** The visible parts of a line of letters. */
export interface StandingLine {
  readonly text: string;
  readonly size: string;
  readonly finish: string;
  readonly colorOption: string;
  readonly addOns: ChosenAddOns;
}

const GAP_INCHES = 4;
const ROOM_PX = 184;
/** Cap height and room of a sign that is celebrated after sending. */
const CELEBRATED_PX = 168;
const CELEBRATED_ROOM_PX = 300;
/** Extra height for each further line, up to three. */
const MORE_ROOM_PX = 42;

const inchesOf = ({ sizes }: Offer, size: string) =>
  sizes.find(({ code }) => code === size)?.heightInches ?? 12 * Number.parseFloat(size);

/** Lines of the form's sign, drawn to scale in their color and finish, with unavailable letters marked. */
function signLines(
  lines: readonly StandingLine[],
  offer: Offer,
  shortages: Estimate['shortages'],
  chase: boolean,
): SignLine[] {
  const heights = lines.map(({ size }) => inchesOf(offer, size) || 1);
  return lines.map((line, i) => {
    const { text, size, finish, colorOption } = line;
    const short = shortages.filter(
      (row) => (row.size ?? size) === size && (finish === '' || (row.finish ?? finish) === finish),
    );
    const finishes = offer.sizes.find(({ code }) => code === size)?.finishes;
    return {
      message: text,
      scale: (heights[i] ?? 1) / Math.max(...heights),
      missing: short.map(({ letter }) => letter ?? ''),
      color: offer.colors.find(({ code }) => code === colorOption)?.swatch ?? null,
      finish: finishes?.find(({ code }) => code === finish)?.label ?? '',
      unlit: !chase && isUnlit(offer, line.addOns),
    };
  });
}

interface SignProps extends Pick<MarqueeSignProps, 'state' | 'chase' | 'height'> {
  readonly message: string;
  /** Lines to draw; if omitted, only the message is drawn. */
  readonly lines?: readonly StandingLine[];
  readonly offer?: Offer;
  readonly shortages?: Estimate['shortages'];
}

export function Sign({ message, lines = [], offer, shortages = [], height = 112, ...props }: SignProps) {
  const wanted = offer && lines.length > 0 ? signLines(lines, offer, shortages, !!props.chase) : undefined;
  // Memoized while its content is unchanged, so that the drawing is not laid out again.
  const key = JSON.stringify(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` covers all inputs.
  const drawn = useMemo(() => wanted, [key]);
  // Deferred, because the drawing has some hundred elements and no tap should wait for it.
  if (!useRenderTurn()) return null;
  const more = Math.min(Math.max(lines.length - 1, 0), 3);
  return (
    <SignScene
      {...props}
      letterInches={offer && Math.max(0, ...lines.map(({ size }) => inchesOf(offer, size) || 0))}
      message={message}
      lines={drawn}
      height={props.chase ? CELEBRATED_PX : height}
      maxHeight={(props.chase ? CELEBRATED_ROOM_PX : ROOM_PX) + more * MORE_ROOM_PX}
      surface="night"
      align="center"
      switchOn
    />
  );
}

/** Lights of the sign as drawn: included, added by an add-on, or not chosen. */
export function Lights({ lines, offer }: { lines: readonly StandingLine[]; offer: Offer }) {
  const lighting = lightingOf(offer);
  if (lighting === undefined) return <span>{AROUND.lightsIncluded}</span>;
  if (!lines.some((line) => isUnlit(offer, line.addOns)))
    return <span>{AROUND.withLights(lighting.label)}</span>;
  const price = formatMoney(lighting.price, offer.currency);
  return <span>{AROUND.withoutLights(lighting.label, FORM.addOn(price))}</span>;
}

/** Width of the sign, and its height if it has several lines. Empty for letters without measurements. */
export function Width({ lines, offer }: { lines: readonly StandingLine[]; offer: Offer }) {
  const format = useFormat();
  const heights = lines.map(({ size }) => inchesOf(offer, size));
  const feet = Math.max(0, ...lines.map(({ text }, i) => widthInFeet(text, (heights[i] ?? 0) / 12)));
  if (!(feet > 0)) return null;
  if (lines.length > 1) {
    const inches = heights.reduce((sum, height) => sum + height, (lines.length - 1) * GAP_INCHES);
    return <span>{AROUND.wideAndHigh(span(format, feet), span(format, inches / 12))}</span>;
  }
  const code = lines[0]?.size ?? '';
  const label = offer.sizes.find((size) => size.code === code)?.label ?? code;
  return <span>{AROUND.wide(span(format, feet), label)}</span>;
}
