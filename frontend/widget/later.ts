/** What the form can begin without, in one file of its own: letters as drawings, the calendar, toasts, the page after a success. */
// biome-ignore-all lint/performance/noBarrelFile: being one file for the browser is what this is for.
export { Calendar } from './Calendar';
export { Done } from './Done';
export { EmailHint } from './EmailHint';
export { MarksHint } from './MarksHint';
export { Logo, OfBusiness } from './OfBusiness';
export { Sign, Width } from './Sign';
export { Toasts } from './Toasts';
