/** Items and packages to add to the letters, with pictures. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { type DraftLine, type ItemDraft, type PackageDraft, withAdded } from '@/booking-form/draft';
import { CATALOG, LINES } from '@/booking-form/line-texts';
import type { Offer } from '@/booking-form/offer';
import { formatMoney } from '@/lib/money';
import { lettersOf } from '@/sign/letters';
import type { Form } from './fields';
import {
  isFull,
  LineError,
  LineShortage,
  lineControl,
  lineField,
  MOST_LINES,
  type Placed,
  placedLines,
  putLine,
} from './line-fields';
import { useSign } from './useLazyParts';

type Offered = components['schemas']['CatalogOut'];
type Item = Offered['items'][number];
type Package = Offered['packages'][number];

const BLANK = /_{4,}/;
const BLANKS = /_{4,}/g;

/** The catalog, and for a rental's days also what is available on them. */
function useCatalog(operator: string, days: Readonly<Record<string, string>>) {
  const [offered, setOffered] = useState<Offered | 'coming' | 'failed'>('coming');
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const query = new URLSearchParams({ key: operator, ...days }).toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a reload.
  useEffect(() => {
    const { signal, abort } = abortable();
    const load = (query: string) => callPublicly<Offered>(`/api/public/catalog?${query}`, { signal });
    load(query)
      .catch((error: unknown) => {
        // Days that cannot be booked have an error at their fields; the catalog is shown regardless.
        if (error instanceof ApiError && error.status === 422) {
          return load(new URLSearchParams({ key: operator }).toString());
        }
        throw error;
      })
      .then(setOffered, () => {
        if (!signal.aborted) setOffered((now) => (typeof now === 'string' ? 'failed' : now));
      });
    return abort;
  }, [operator, query, attempt]);
  useEffect(() => {
    if (offered !== 'failed') return;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [offered, again]);
  return { offered, again };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

type Offering = { readonly item: Item } | { readonly pack: Package };

/** Packages first, then items by category; those without a category come last. */
function offeringsOf({ items, packages }: Offered): Offering[] {
  const categories = [...new Set(items.map(({ category }) => category ?? ''))];
  categories.sort((one, other) => Number(one === '') - Number(other === ''));
  const sorted = categories.flatMap((name) => items.filter(({ category }) => (category ?? '') === name));
  return [...packages.map((pack) => ({ pack })), ...sorted.map((item) => ({ item }))];
}

interface CatalogProps {
  readonly form: Form;
  readonly offer: Offer;
  readonly operator: string;
  /** The rental's days; empty until both are known. */
  readonly days: Readonly<Record<string, string>>;
  /** True to show all cards; otherwise the first `places`, and the chosen ones. */
  readonly all: boolean;
  readonly places: number;
  readonly onShown: (others: { count: number; hidden: number }) => void;
}

/** Cards of the packages and items. */
export function Catalog({ form, offer, operator, days, all, places, onShown }: CatalogProps) {
  const { offered, again } = useCatalog(operator, days);
  const { error } = form.estimate;
  const unknown = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    // A chosen item may have been withdrawn.
    if (unknown) again();
  }, [unknown, again]);
  const offerings = useMemo(() => (typeof offered === 'string' ? [] : offeringsOf(offered)), [offered]);
  const placed = placedLines(form);
  const chosenItem = (id: number) =>
    placed.find((row): row is Placed<ItemDraft> => row.line.kind === 'item' && row.line.itemId === id);
  const chosenPackage = (id: number) =>
    placed.find(
      (row): row is Placed<PackageDraft> => row.line.kind === 'package' && row.line.packageId === id,
    );
  const isChosen = (one: Offering) =>
    ('item' in one ? chosenItem(one.item.id) : chosenPackage(one.pack.id)) !== undefined;
  const free = offerings.filter(
    (one) => ('item' in one ? one.item : one.pack).available !== false || isChosen(one),
  );
  const shown = free.filter((one, i) => all || i < places || isChosen(one));
  const count = free.length;
  const unavailable = offerings.length - count;
  const hidden = count - shown.length;
  useEffect(() => onShown({ count, hidden }), [onShown, count, hidden]);
  if (offered === 'coming') {
    return (
      <>
        <p className="unseen" role="status">
          {CATALOG.loading}
        </p>
        <div className="offer waiting" aria-hidden="true" />
      </>
    );
  }
  if (offered === 'failed') {
    return (
      <p className="stock offline whole" role="status">
        {CATALOG.failed}{' '}
        <button type="button" className="link" onClick={again}>
          {CATALOG.tryAgain}
        </button>
      </p>
    );
  }
  const categories = new Set(offered.items.map(({ category }) => category));
  return (
    <>
      <Gone form={form} offered={offered} />
      {isFull(form) && <p className="hint whole">{LINES.full(MOST_LINES)}</p>}
      {unavailable > 0 && <p className="hint whole">{CATALOG.unavailable(unavailable)}</p>}
      {shown.map((one) =>
        'item' in one ? (
          <ItemCard
            key={`item-${one.item.id}`}
            form={form}
            offer={offer}
            item={one.item}
            kind={categories.size > 1 ? one.item.category : null}
            chosen={chosenItem(one.item.id)}
          />
        ) : (
          <PackageCard
            key={`package-${one.pack.id}`}
            form={form}
            offer={offer}
            pack={one.pack}
            chosen={chosenPackage(one.pack.id)}
          />
        ),
      )}
    </>
  );
}

/** Chosen items and packages that are no longer offered. They must be removed before the form can be sent. */
function Gone({ form, offered }: { form: Form; offered: Offered }) {
  const isGone = (line: DraftLine) =>
    (line.kind === 'item' && offered.items.every(({ id }) => id !== line.itemId)) ||
    (line.kind === 'package' && offered.packages.every(({ id }) => id !== line.packageId));
  const [first, ...rest] = form.draft.lines;
  const count = rest.filter(isGone).length;
  if (count === 0) return null;
  return (
    <p className="stock short whole" role="alert">
      {CATALOG.gone(count)}{' '}
      <button
        type="button"
        className="link"
        onClick={() => form.change({ lines: [first, ...rest.filter((line) => !isGone(line))] })}
      >
        {CATALOG.removeGone}
      </button>
    </p>
  );
}

/** The picture, or the words as lit letters, or the first letter of the name. */
function Picture({
  of,
  words = '',
}: {
  of: Pick<Item, 'name' | 'picture' | 'smallPicture'>;
  words?: string | undefined;
}) {
  const [broken, setBroken] = useState(false);
  const drawing = useSign();
  const address = of.smallPicture ?? of.picture;
  return address && !broken ? (
    <img
      className="picture"
      src={address}
      srcSet={of.picture ? `${address} 400w, ${of.picture} 1200w` : undefined}
      sizes="(min-width: 34rem) 220px, 33vw"
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  ) : (
    <span className="picture" aria-hidden="true">
      {drawing && <drawing.Sign message={words || (lettersOf(of.name)[0] ?? '')} state="lit" height={56} />}
    </span>
  );
}

function ItemCard({
  form,
  offer,
  item,
  kind,
  chosen,
}: {
  form: Form;
  offer: Offer;
  item: Item;
  /** The item's category, if cards of several categories are shown together. */
  kind: string | null | undefined;
  chosen: Placed<ItemDraft> | undefined;
}) {
  const card = useFollowingFocus(chosen !== undefined, '.take, .stepper button:last-child');
  return (
    <article ref={card} className={chosen ? 'offer chosen' : 'offer'}>
      <Picture of={item} />
      <div className="about">
        {kind && <p className="kind">{kind}</p>}
        <h3>{item.name}</h3>
        {item.description && <p>{item.description}</p>}
      </div>
      <p className="cost">
        <b>{formatMoney(item.price, offer.currency)}</b> {CATALOG.per[item.per]}
      </p>
      {chosen ? (
        <Stepper form={form} name={item.name} {...chosen} />
      ) : (
        <button
          type="button"
          className="secondary take"
          aria-label={CATALOG.addNamed(item.name)}
          disabled={isFull(form)}
          onClick={() => {
            const line: ItemDraft = { kind: 'item', itemId: item.id, name: item.name, quantity: '1' };
            form.change(withAdded(form.draft, line));
          }}
        >
          {CATALOG.add}
        </button>
      )}
    </article>
  );
}

/**
 * Returns a ref for a card whose button is replaced by another control when pressed. That control then gets
 * the focus.
 */
function useFollowingFocus(chosen: boolean, to: string): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.matches('.take');
    if (before.current !== chosen && isLost) card.current?.querySelector<HTMLElement>(to)?.focus();
    before.current = chosen;
  }, [chosen, to]);
  return card;
}

/** Quantity of an item. */
function Stepper({ form, name, line, place }: { form: Form; name: string } & Placed<ItemDraft>) {
  const field = lineField(place, 'quantity');
  const count = Number(line.quantity);
  const put = (quantity: string) => putLine(form, place, { ...line, quantity });
  const step = (by: number) => {
    const next = Math.max(0, Math.floor(count || 0) + by);
    if (next === 0) putLine(form, place, null);
    else put(String(next));
  };
  return (
    <>
      <div className="stepper">
        <button type="button" aria-label={CATALOG.fewer(name)} onClick={() => step(-1)}>
          −
        </button>
        <input
          {...lineControl(form, field)}
          type="number"
          inputMode="numeric"
          min={1}
          aria-label={CATALOG.quantity(name)}
          value={line.quantity}
          onChange={(event) => put(event.currentTarget.value)}
          onBlur={() => {
            if (count === 0) putLine(form, place, null);
          }}
        />
        <button type="button" aria-label={CATALOG.more(name)} onClick={() => step(1)}>
          +
        </button>
      </div>
      <LineError form={form} name={field} />
      <LineShortage form={form} line={line} />
    </>
  );
}

/** The letters of a package without its blanks. */
const wordsOf = ({ lines }: Package) =>
  lines
    .map(({ text }) => text?.replace(BLANKS, ' ') ?? '')
    .join(' ')
    .trim();

/** Contents of a package: "“____ & ____” in 4 ft", "2 × Balloon arch". */
function contents({ lines }: Package, offer: Offer): string[] {
  return lines.map((line) => {
    if (line.kind === 'item') return CATALOG.pieces(line.quantity ?? 1, line.name ?? '');
    const size = offer.sizes.find(({ code }) => code === line.size);
    return CATALOG.letters((line.text ?? '').replace(BLANKS, '…'), size?.label ?? line.size ?? '');
  });
}

function PackageCard({
  form,
  offer,
  pack,
  chosen,
}: {
  form: Form;
  offer: Offer;
  pack: Package;
  chosen: Placed<PackageDraft> | undefined;
}) {
  const card = useFollowingFocus(chosen !== undefined, '.blanks input, .take');
  return (
    <article
      ref={card}
      className={`offer package${chosen ? ' chosen' : ''}${chosen && pack.blanks > 0 ? ' whole' : ''}`}
    >
      <Picture of={pack} words={wordsOf(pack)} />
      <div className="about">
        <h3>{pack.name}</h3>
        {pack.description && <p>{pack.description}</p>}
        <ul>
          {contents(pack, offer).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      <p className="cost">
        {pack.price === null || pack.price === undefined ? (
          CATALOG.sumPrice
        ) : (
          <>
            <b>{formatMoney(pack.price, offer.currency)}</b> {CATALOG.wholePrice}
          </>
        )}
      </p>
      {chosen && pack.blanks > 0 && <Words form={form} pack={pack} {...chosen} />}
      <button
        type="button"
        className="secondary take"
        aria-label={chosen ? LINES.remove(pack.name) : CATALOG.addNamed(pack.name)}
        disabled={!chosen && isFull(form)}
        onClick={() => {
          if (chosen) return putLine(form, chosen.place, null);
          const words = Array.from({ length: pack.blanks }, () => '');
          form.change(withAdded(form.draft, { kind: 'package', packageId: pack.id, name: pack.name, words }));
        }}
      >
        {chosen ? CATALOG.remove : CATALOG.add}
      </button>
    </article>
  );
}

/** Inputs for the blanks of a package, placed within its texts. */
function Words({ form, pack, line, place }: { form: Form; pack: Package } & Placed<PackageDraft>) {
  const field = lineField(place, 'words');
  let at = 0;
  const texts = pack.lines.flatMap(({ kind, text }) => {
    if (kind !== 'letters' || !text || !BLANK.test(text)) return [];
    const first = at;
    const pieces = text.split(BLANK);
    at += pieces.length - 1;
    return [{ first, pieces }];
  });
  const put = (index: number, word: string) =>
    putLine(form, place, { ...line, words: line.words.map((old, i) => (i === index ? word : old)) });
  const isUnfilled = line.words.some((word) => word.trim() === '');
  const { id, ...fault } = lineControl(form, field);
  return (
    <div className="fill-in">
      <p className="name">{CATALOG.yourWords}</p>
      {texts.map(({ first, pieces }) => (
        <p key={first} className="blanks">
          {pieces.map((piece, i) => {
            const index = first + i - 1;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by position.
              <span key={i}>
                {i > 0 && (
                  <input
                    {...fault}
                    id={index === 0 ? id : `${id}-${index}`}
                    className="control"
                    type="text"
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    maxLength={100}
                    aria-label={CATALOG.word(index + 1, pack.blanks, pack.name)}
                    value={line.words[index] ?? ''}
                    onChange={(event) => put(index, event.currentTarget.value)}
                  />
                )}
                {piece}
              </span>
            );
          })}
        </p>
      ))}
      {form.errors[field] ? (
        <LineError form={form} name={field} />
      ) : (
        isUnfilled && <p className="hint">{CATALOG.fillIn}</p>
      )}
    </div>
  );
}
