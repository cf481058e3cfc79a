/**
 * Parts that the form can start without, in one file: the drawn letters, the price, the extras, the calendar,
 * toasts and the result page.
 */
// biome-ignore-all lint/performance/noBarrelFile: the point is a single file for the browser.

import { addStyles } from '@/lib/add-styles';
import styles from './lazy.css?inline';

export { readTypedDay } from '@/booking-form/typed-day';
export { AddressFields } from './AddressFields';
export { BelowEmail, BelowPhone } from './BelowFields';
export { Calendar, DayNote, takeDay } from './Calendar';
export { ChoiceSearch } from './ChoiceSearch';
export { Done } from './Done';
export { Extras } from './Extras';
export { FinishCard } from './FinishCard';
export { Following } from './Following';
export { MarksHint } from './MarksHint';
export { Logo, OfBusiness } from './OfBusiness';
export { PriceCard } from './PriceCard';
export { Lights, Sign, Width } from './Sign';
export { Toolbar } from './Toolbar';
export { VisiblePart } from './VisiblePart';

addStyles(styles);
