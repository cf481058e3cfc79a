import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { dayInWords } from '@/booking-form/dates';
import { dayOf, formatTime } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { counted } from '@/lib/words';
import { MarqueeSign } from '@/sign/MarqueeSign';
import { CancelForm, ChangeForm, CrewForm } from './BookingForms';
import { type CustomersBooking, calendarOf, readBooking } from './booking-calls';
import { card, heading, textLink } from './looks';
import { NightPage } from './NightPage';

type Loaded = CustomersBooking | 'loading' | { readonly missing: boolean; readonly sentence: string };

/** A booking for its customer: how it stands, what, when, where, what it costs, and what can still be said. */
export function BookingPage({ token }: { token: string }) {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const load = useCallback(async () => {
    setLoaded('loading');
    try {
      setLoaded(await readBooking(token));
    } catch (error) {
      const missing = error instanceof ApiError && (error.status === 404 || error.status === 422);
      setLoaded({ missing, sentence: sentenceOf(error) });
    }
  }, [token]);
  useEffect(() => {
    void load();
  }, [load]);
  if (loaded === 'loading') {
    return (
      <main aria-busy="true" className="flex-1">
        <div className="night night-ground grid min-h-96 place-items-center text-ink">
          <h1 className="font-semibold text-xl">Your Booking</h1>
        </div>
      </main>
    );
  }
  if ('missing' in loaded) {
    return loaded.missing ? (
      <NightPage sign="Hm" title="This booking is not available" text={loaded.sentence} />
    ) : (
      <NightPage
        sign="Hello?"
        title="The booking could not be loaded"
        text={loaded.sentence}
        onAgain={() => void load()}
      />
    );
  }
  return <Ready token={token} booking={loaded} onChanged={setLoaded} />;
}

const STATES = {
  pending: 'Your request waits for an answer',
  confirmed: 'Your sign is booked',
  completed: 'This rental is over. Thank you!',
  canceled: 'This booking is canceled',
} as const;

interface ReadyProps {
  token: string;
  booking: CustomersBooking;
  onChanged: (booking: CustomersBooking) => void;
}

function Ready({ token, booking, onChanged }: ReadyProps) {
  const { company, status, message, size } = booking;
  const open = status === 'pending' || status === 'confirmed';
  const money = (units: number) => formatMoney(units, booking.currency);
  const form = { token, booking, onChanged };
  useEffect(() => {
    document.title = `Booking #${booking.id} · ${company.name}`;
  }, [booking.id, company.name]);
  return (
    <>
      <main className="flex-1">
        <header className="night night-ground border-line border-b text-ink">
          <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 text-center sm:px-6 sm:py-10">
            <p className="break-words font-semibold text-bulb text-lg">{company.name}</p>
            <h1 className="text-balance font-semibold text-2xl tracking-tight sm:text-4xl" aria-live="polite">
              {STATES[status]}
            </h1>
            <div className="grid min-w-0 place-items-center [&>*]:min-w-0">
              <MarqueeSign
                message={message}
                state={status === 'canceled' ? 'unlit' : 'lit'}
                height={120}
                maxHeight={280}
                surface="night"
                align="center"
              />
            </div>
            <p className="tabular text-soft">
              Booking #{booking.id} · {counted(booking.letterCount, 'letter')} in {size}
            </p>
          </div>
        </header>
        <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] items-start gap-5 px-4 py-6 sm:px-6 lg:grid-cols-2 lg:py-10">
          <Part title="When and where">
            <dl className="mt-3 grid gap-3">
              <Fact label="Delivered">
                {dayInWords(dayOf(booking.deliveryDate), 'long')}, {formatTime(booking.deliveryDate)}
              </Fact>
              <Fact label="Picked up">
                {dayInWords(dayOf(booking.pickupDate), 'long')}, {formatTime(booking.pickupDate)}
              </Fact>
              <Fact label="Place">
                {[booking.venueName, booking.venueAddress].filter(Boolean).join(', ') || 'To be agreed'}
              </Fact>
              {booking.notes === null ? null : <Fact label="Your notes">{booking.notes}</Fact>}
            </dl>
            {status === 'canceled' ? null : (
              <a href={calendarOf(token)} download className={`mt-4 inline-block ${textLink}`}>
                Add to your calendar
              </a>
            )}
          </Part>
          <Part title="Price">
            <dl className="tabular mt-3 grid gap-2">
              {booking.lines.map(({ text, detail, amount }) => (
                <Line key={`${text}${detail ?? ''}`} label={detail === null ? text : `${text}, ${detail}`}>
                  {amount}
                </Line>
              ))}
              <Line label="Total" strong>
                {money(booking.total)}
              </Line>
              {booking.deposit > 0 ? <Line label="Of that, deposit">{money(booking.deposit)}</Line> : null}
              {booking.received > 0 ? <Line label="Received">{money(booking.received)}</Line> : null}
              {open ? (
                <Line label="Still open" strong>
                  {money(booking.balanceDue)}
                </Line>
              ) : null}
            </dl>
          </Part>
          {open ? (
            <>
              <Part title="For the crew">
                <CrewForm {...form} />
              </Part>
              <Part title="Something should change?">
                <Asked booking={booking} />
                <ChangeForm {...form} />
              </Part>
            </>
          ) : null}
          {booking.canceling.possible ? (
            <Part title="Cancel">
              <CancelForm {...form} />
            </Part>
          ) : null}
          <Part title={company.name}>
            {company.address === null ? null : <p className="mt-2 whitespace-pre-line">{company.address}</p>}
            <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
              {company.phone === null ? null : (
                <a href={`tel:${company.phone.replace(/[^\d+]/g, '')}`} className={`tabular ${textLink}`}>
                  {company.phone}
                </a>
              )}
              {company.email === null ? null : (
                <a href={`mailto:${company.email}`} className={`break-all ${textLink}`}>
                  {company.email}
                </a>
              )}
            </p>
          </Part>
        </div>
      </main>
      <footer className="px-4 pb-8 text-center text-faint text-sm">{company.name}</footer>
    </>
  );
}

function Asked({ booking: { changeRequests } }: { booking: CustomersBooking }) {
  return changeRequests.length === 0 ? null : (
    <ul className="mt-3 grid gap-2 text-sm">
      {changeRequests.map(({ id, text, askedAt, doneAt }) => (
        <li key={id} className="rounded-lg bg-sunken px-3.5 py-2.5">
          <p className="whitespace-pre-wrap break-words">{text}</p>
          <p className="mt-1 text-soft">
            {dayInWords(dayOf(askedAt), 'short')} · {doneAt === null ? 'Waits for an answer' : 'Dealt with'}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={card} aria-label={title}>
      <h2 className={heading}>{title}</h2>
      {children}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft text-sm">{label}</dt>
      <dd className="whitespace-pre-wrap break-words">{children}</dd>
    </div>
  );
}

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-line border-t pt-2 font-semibold' : ''}`}>
      <dt className="min-w-0 break-words">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
