/** What the form can begin without, in one file of its own: letters as drawings, the calendar, toasts, the page after a success. */
// biome-ignore-all lint/performance/noBarrelFile: being one file for the browser is what this is for.

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
export { Sign, Width } from './Sign';
export { Stock } from './Stock';
export { Toasts } from './Toasts';

addStyles(styles);
