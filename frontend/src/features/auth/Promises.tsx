import { CalendarCheck2, Code2, ReceiptText, SquareStack } from 'lucide-react';
import { MarqueeSign } from '@/sign/MarqueeSign';

const promises = [
  {
    Icon: SquareStack,
    text: 'Manage letter inventory',
    more: 'Every letter, every size, and where it is on any given day.',
  },
  {
    Icon: CalendarCheck2,
    text: 'Process bookings with a few clicks',
    more: 'Never double-book a letter.',
  },
  {
    Icon: ReceiptText,
    text: 'Generate quotes instantly',
    more: 'Letters, venue and extras, priced as you type.',
  },
  { Icon: Code2, text: 'Embed booking widgets', more: 'Your form on your own website, in your colors.' },
];

/** What the product does, beside the forms on wide screens. */
export function Promises() {
  return (
    <aside className="night night-ground hidden flex-col justify-center gap-12 px-14 py-12 text-ink lg:flex xl:px-20">
      <div className="max-w-xl">
        <MarqueeSign message="Say it in lights" height={84} surface="night" switchOn chase />
      </div>
      <div aria-hidden="true" className="bulb-rule max-w-xl opacity-80" />
      <ul className="grid max-w-xl gap-x-10 gap-y-7 xl:grid-cols-2">
        {promises.map(({ Icon, text, more }) => (
          <li key={text} className="flex gap-3.5">
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bulb" />
            <div>
              <p className="font-medium">{text}</p>
              <p className="mt-0.5 text-soft text-sm">{more}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
