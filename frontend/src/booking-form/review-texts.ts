/** Wording of the reviews below the form. */
import { counted } from '@/lib/words';

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const REVIEWS = {
  title: 'Reviews',
  rating: (average: number, count: number) => `${average} from ${counted(count, 'review')}`,
  /** `written` is a month: "2027-06". */
  by: (name: string, written: string) => `${name}, ${month.format(new Date(`${written}-01T00:00:00Z`))}`,
  stars: (value: number) => `${value} of 5 stars`,
  photo: (name: string) => `By ${name}`,
  answer: (company: string | null) => `${company ?? 'The business'} answered`,
  showAll: (count: number) => `Show All ${count} Reviews`,
} as const;
