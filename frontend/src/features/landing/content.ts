import { CalendarX2, Code2, MapPinned, MessageSquareQuote, MoonStar, ReceiptText } from 'lucide-react';

/** Marketing copy of the landing page. Numbers in it are examples, not limits of the product. */

/** Sample messages that the hero lights up one after another. */
export const messages = ['MR & MRS', 'SWEET 16', 'MARRY ME?', 'LOVE', 'HAPPY 30TH', 'CONGRATS'] as const;

export const pains = [
  {
    Icon: CalendarX2,
    title: 'One set of E’s, two weddings',
    text: 'Saturday’s wedding needs three of them, and so does Sunday’s. The spreadsheet said yes to both.',
  },
  {
    Icon: MoonStar,
    title: 'Quotes at midnight',
    text: 'Count the letters, look up the venue, guess the surcharge, write the email. Then do it all again.',
  },
  {
    Icon: MapPinned,
    title: 'Surprises at the loading dock',
    text: 'No one wrote down that the freight elevator closes at four, or that parking is two blocks away.',
  },
];

export const features = [
  {
    title: 'Stock, letter by letter',
    text: 'Every letter is counted for every day. A request that needs one R too many is caught before you say yes.',
    sign: { message: 'MARRY ME', missing: ['R', 'Y'] },
    caption: 'Needs R and Y on June 12',
  },
  {
    title: 'Quotes while they type',
    text: 'Letters, days, venue and extras add up instantly. Your customer sees the same total you do.',
    sign: { message: 'SWEET 16', missing: [] },
    caption: '7 letters, 2 days',
  },
  {
    title: 'Venue details in one place',
    text: 'Surcharge, load-in and parking are saved with the venue and shown on every booking.',
    sign: { message: 'THE BARN', missing: [] },
    caption: 'Load-in at the side door',
  },
  {
    title: 'A form for your own site',
    text: 'Customers watch their message light up, pick a date and send a request. You approve it.',
    sign: { message: 'HELLO', missing: [] },
    caption: 'Your colors, your website',
  },
];

/** Fictional examples, marked as such on the page. */
export const testimonials = [
  {
    name: 'Rental Owner',
    business: 'Example',
    text: 'Bookings are up 35% since the form went on our site. People see their name in lights and want it.',
  },
  {
    name: 'Crew Lead',
    business: 'Example',
    text: 'I used to keep track of the A’s in my head. Now I check one page on Monday and load the van on Friday.',
  },
  {
    name: 'Booking Manager',
    business: 'Example',
    text: 'A quote used to take me an evening. My last one took as long as saying the couple’s names.',
  },
];

/** The claim about our customers. The server writes the administrator's text into the page, if there is one. */
const claim =
  (typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>('meta[name="landing-claim"]')?.content) ??
  '100+ rental businesses';

export const strengths = [
  { Icon: ReceiptText, text: 'Instant quotes' },
  { Icon: Code2, text: 'Embeds anywhere' },
  { Icon: MessageSquareQuote, text: claim },
];
