import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title';
import { paths } from '@/lib/paths';
import { registerFirst } from '@/lib/register-first';
import { siteName } from '@/lib/site-name';
import { Avatar, initials } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { SiteFooter } from '@/ui/SiteFooter';
import { SiteHeader } from '@/ui/SiteHeader';
import { features, pains, strengths, testimonials } from './content';
import { HeroSign } from './HeroSign';
import { Prices } from './Prices';
import { SignNearby } from './SignNearby';

/** The landing page for visitors at "/". Every button leads to the sign-in page. */
export function LandingPage() {
  usePageTitle();
  return (
    <>
      <SiteHeader over />
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero />
        <Product />
        <Pains />
        <Features />
        <Testimonials />
        <Prices />
        <Closing />
      </main>
      <SiteFooter />
    </>
  );
}

function Hero() {
  return (
    <section className="night night-ground text-ink">
      <div className="page grid justify-items-center pt-34 pb-16 text-center sm:pt-26 sm:pb-24">
        <HeroSign />
        <h1 className="mt-14 max-w-3xl font-semibold text-4xl leading-[1.08] tracking-tight sm:text-6xl">
          <span className="block">Booked solid.</span>{' '}
          <span className="block text-bulb">Never double-booked.</span>
        </h1>
        <p className="mt-5 max-w-xl text-pretty text-lg text-soft">
          {siteName} runs your marquee letter rental: your stock letter by letter, your venues, instant
          quotes, and a booking form that lights up on your own website.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button asChild kind="bulb" size="lg">
            <Link to={paths.auth} onClick={registerFirst}>
              Start Your Free Trial
            </Link>
          </Button>
          <Button asChild kind="secondary" size="lg">
            <Link to={paths.auth}>See How It Works</Link>
          </Button>
        </div>
        <ul className="mt-10 flex flex-wrap justify-center gap-x-7 gap-y-2 text-soft text-sm">
          {strengths.map(({ Icon, text }) => (
            <li key={text} className="inline-flex items-center gap-2">
              <Icon aria-hidden="true" className="size-4 text-bulb" />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <div aria-hidden="true" className="bulb-rule" />
    </section>
  );
}

/** A screenshot of the booking form, made by `make screens`; its space is reserved while it loads. */
function Product() {
  return (
    <section aria-labelledby="product-title" className="page pt-16 sm:pt-24">
      <h2 id="product-title" className="max-w-2xl font-semibold text-3xl tracking-tight sm:text-4xl">
        What your customers see
      </h2>
      <p className="mt-3 max-w-xl text-pretty text-lg text-soft">
        They type a message and watch it light up. They see the price and available dates instantly, based on
        your prices and your letters.
      </p>
      <picture>
        <source media="(max-width: 640px)" srcSet="/product/form-phone.webp" width={768} height={1120} />
        <img
          src="/product/form.webp"
          alt="The booking form with HAPPY 30TH in lights, the price of $450.00 and a note that the letters are available"
          width={1280}
          height={1240}
          loading="lazy"
          decoding="async"
          className="mx-auto mt-10 w-full max-w-md rounded-xl border border-line shadow-pop sm:max-w-5xl"
        />
      </picture>
    </section>
  );
}

function Section({
  id,
  title,
  intro,
  children,
}: {
  id: string;
  title: string;
  intro: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="page py-16 sm:py-24">
      <h2 id={`${id}-title`} className="max-w-2xl font-semibold text-3xl tracking-tight sm:text-4xl">
        {title}
      </h2>
      <p className="mt-3 max-w-xl text-pretty text-lg text-soft">{intro}</p>
      {children}
    </section>
  );
}

function Pains() {
  return (
    <Section id="why" title="Sound Familiar?" intro="Renting out lights is fun. Keeping track of them isn’t.">
      <ul className="mt-10 grid gap-8 md:grid-cols-3">
        {pains.map(({ Icon, title, text }) => (
          <li key={title} className="border-edge/40 border-t pt-5">
            <Icon aria-hidden="true" className="size-6 text-amber" />
            <h3 className="mt-4 font-semibold text-lg tracking-tight">{title}</h3>
            <p className="mt-1.5 text-pretty text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Features() {
  return (
    <div className="border-line border-y bg-sunken/60">
      <Section
        id="features"
        title="Four things, done right"
        intro="From the first message to the loaded van: enter everything once, and never promise a letter twice."
      >
        <ul className="mt-10 grid gap-5 md:grid-cols-2">
          {features.map(({ title, text, sign, caption }) => (
            <li key={title} className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
              <div
                aria-hidden="true"
                className="night night-ground grid h-44 content-center justify-items-center gap-4 px-6"
              >
                <SignNearby message={sign.message} missing={sign.missing} height={60} />
                <span className="text-soft text-sm">{caption}</span>
              </div>
              <div className="p-6">
                <h3 className="font-semibold text-xl tracking-tight">{title}</h3>
                <p className="mt-2 text-pretty text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Testimonials() {
  return (
    <Section
      id="customers"
      title="What changes for rental crews"
      intro="Small crews, long weekends, heavy letters. These are examples, not quotes from real customers."
    >
      <ul className="mt-10 grid gap-5 md:grid-cols-3">
        {testimonials.map(({ name, business, text }) => (
          <li key={name}>
            <figure className="flex h-full flex-col justify-between gap-6 rounded-xl border border-line bg-surface p-6 shadow-card">
              <blockquote className="text-pretty">“{text}”</blockquote>
              <figcaption className="flex items-center gap-3 text-sm">
                <Avatar initials={initials(name, name)} />
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="text-faint">{business}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Closing() {
  return (
    <section className="night night-ground text-ink">
      <div aria-hidden="true" className="bulb-rule" />
      <div className="page grid justify-items-center py-16 text-center sm:py-20">
        <SignNearby message="GO" height={96} chase />
        <h2 className="mt-8 font-semibold text-3xl tracking-tight sm:text-4xl">Light it up today</h2>
        <p className="mt-3 max-w-md text-pretty text-lg text-soft">
          Add your letters, share your link, and be ready for the next request.
        </p>
        <Button asChild kind="bulb" size="lg" className="mt-8">
          <Link to={paths.auth} onClick={registerFirst}>
            Start Your Free Trial
          </Link>
        </Button>
      </div>
    </section>
  );
}
