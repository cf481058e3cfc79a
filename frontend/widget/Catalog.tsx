/** Items and packages to add to the letters, with pictures, by category. */
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

/** Number of items shown per category before "Show all". */
const FIRST_SHOWN = 8;
/**
 * If every category has fewer items than this, all of them share one shelf, because most of each row would be
 * empty.
 */
const FEW = 3;
const BLANK = /_{4,}/;
const BLANKS = /_{4,}/g;

function useCatalog(operator: string) {
  const [offered, setOffered] = useState<Offered | 'coming' | 'failed'>('coming');
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a reload.
  useEffect(() => {
    const controller = new AbortController();
    callPublicly<Offered>(`/api/public/catalog?${new URLSearchParams({ key: operator })}`, {
      signal: controller.signal,
    }).then(setOffered, () => {
      if (!controller.signal.aborted) setOffered((now) => (typeof now === 'string' ? 'failed' : now));
    });
    return () => controller.abort();
  }, [operator, attempt]);
  useEffect(() => {
    if (offered !== 'failed') return;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [offered, again]);
  return { offered, again };
}

/** Group items by category in their original order; those without a category come last. */
function byCategory(items: readonly Item[]): (readonly [category: string, items: readonly Item[]])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const category = item.category ?? '';
    groups.set(category, [...(groups.get(category) ?? []), item]);
  }
  const rest = groups.get('');
  groups.delete('');
  return [...groups, ...(rest ? [['', rest] as const] : [])];
}

/** One shelf per category, or a single shelf if every category has only a few items. */
function shelvesOf(items: readonly Item[]) {
  const groups = byCategory(items);
  const shared = groups.length > 1 && groups.every(([, own]) => own.length < FEW);
  return shared ? [['', groups.flatMap(([, own]) => own)] as const] : groups;
}

export function Catalog({ form, offer, operator }: { form: Form; offer: Offer; operator: string }) {
  const { offered, again } = useCatalog(operator);
  const { error } = form.estimate;
  const unknown = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    // A chosen item may have been withdrawn.
    if (unknown) again();
  }, [unknown, again]);
  const groups = useMemo(() => (typeof offered === 'string' ? [] : shelvesOf(offered.items)), [offered]);
  const isNothing = typeof offered !== 'string' && offered.items.length + offered.packages.length === 0;
  if (isNothing && form.draft.lines.every(({ kind }) => kind === 'letters')) return null;
  return (
    <fieldset className="card catalog" aria-busy={offered === 'coming'}>
      <legend>{CATALOG.title}</legend>
      {offered === 'coming' && (
        <>
          <p className="unseen" role="status">
            {CATALOG.loading}
          </p>
          <div className="offers" aria-hidden="true">
            <div className="offer waiting" />
            <div className="offer waiting" />
          </div>
        </>
      )}
      {offered === 'failed' && (
        <p className="stock offline" role="status">
          {CATALOG.failed}{' '}
          <button type="button" className="link" onClick={again}>
            {CATALOG.tryAgain}
          </button>
        </p>
      )}
      {typeof offered !== 'string' && (
        <>
          <Gone form={form} offered={offered} />
          {isFull(form) && <p className="hint">{LINES.full(MOST_LINES)}</p>}
          {offered.packages.length > 0 && (
            <section className="shelf" aria-labelledby="catalog-packages">
              <h3 id="catalog-packages">{CATALOG.packages}</h3>
              {offered.packages.map((pack) => (
                <PackageCard key={pack.id} form={form} offer={offer} pack={pack} />
              ))}
            </section>
          )}
          {groups.map(([category, items]) => (
            <Shelf
              key={category}
              name={category || (groups.length + offered.packages.length > 1 ? CATALOG.others : '')}
              items={items}
              form={form}
              offer={offer}
            />
          ))}
        </>
      )}
    </fieldset>
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
    <p className="stock short" role="alert">
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

function Shelf({
  name,
  items,
  form,
  offer,
}: {
  name: string;
  items: readonly Item[];
  form: Form;
  offer: Offer;
}) {
  const [all, setAll] = useState(false);
  const chosen = new Map(
    placedLines(form).flatMap(({ line, place }) =>
      line.kind === 'item' ? [[line.itemId, { line, place }] as const] : [],
    ),
  );
  // Chosen items are always visible.
  const categories = new Set(items.map(({ category }) => category));
  const shown = all ? items : items.filter(({ id }, i) => i < FIRST_SHOWN || chosen.has(id));
  return (
    <section className="shelf" aria-label={name || CATALOG.title}>
      {name && <h3>{name}</h3>}
      <div className="offers">
        {shown.map((item) => (
          <ItemCard
            key={item.id}
            form={form}
            offer={offer}
            item={item}
            kind={categories.size > 1 ? item.category : null}
            chosen={chosen.get(item.id)}
          />
        ))}
      </div>
      {shown.length < items.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {CATALOG.showAll(items.length)}
        </button>
      )}
    </section>
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
      sizes="(min-width: 34rem) 220px, 45vw"
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  ) : (
    <span className="picture" aria-hidden="true">
      {drawing && <drawing.Sign message={words || (lettersOf(of.name)[0] ?? '')} state="lit" height={72} />}
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
  chosen: { line: ItemDraft; place: number } | undefined;
}) {
  const card = useFollowingFocus(chosen !== undefined, '.take, .stepper button:last-child');
  return (
    <article ref={card} className={chosen ? 'offer chosen' : 'offer'}>
      <Picture of={item} />
      <div className="about">
        {kind && <p className="kind">{kind}</p>}
        <h4>{item.name}</h4>
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
            const line: ItemDraft = { kind: 'item', itemId: item.id, quantity: '1' };
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

function PackageCard({ form, offer, pack }: { form: Form; offer: Offer; pack: Package }) {
  const chosen = placedLines(form).find(
    (row): row is Placed<PackageDraft> => row.line.kind === 'package' && row.line.packageId === pack.id,
  );
  const card = useFollowingFocus(chosen !== undefined, '.blanks input, .take');
  return (
    <article ref={card} className={chosen ? 'offer package chosen' : 'offer package'}>
      <Picture of={pack} words={wordsOf(pack)} />
      <div className="about">
        <h4>{pack.name}</h4>
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
