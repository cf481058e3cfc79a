/**
 * Parts that the form can start without, in one file: the drawn letters, the calendar, toasts and the result
 * page.
 */
// biome-ignore-all lint/performance/noBarrelFile: the point is a single file for the browser.

import { addStyles } from '@/lib/add-styles';
import styles from './lazy.css?inline';

export { readTypedDay } from '@/booking-form/typed-day';
export { AddressFields } from './AddressFields';
export { Breakdown } from './Breakdown';
export { Calendar, DayNote, takeDay } from './Calendar';
export { Charges, Policy } from './Charges';
export { ChoiceSearch } from './ChoiceSearch';
export { Done } from './Done';
export { EmailHint } from './EmailHint';
export { MarksHint } from './MarksHint';
export { NothingSent } from './NothingSent';
export { Logo, OfBusiness } from './OfBusiness';
export { Peek } from './Peek';
export { Sign, Width } from './Sign';
export { Stock } from './Stock';
export { Toasts } from './Toasts';

addStyles(styles);
