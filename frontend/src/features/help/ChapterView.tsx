import { ArrowLeft, ArrowRight, Link2 } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { cn } from '@/lib/cn';
import { helpPath, paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Prose } from '@/ui/Document';
import { EmptyState } from '@/ui/EmptyState';
import type { Chapter } from './chapter';
import { chapters } from './chapters';

/** A chapter with its sections, next to the list of chapters. */
export function ChapterView({ chapter }: { chapter: Chapter }) {
  const { hash } = useLocation();
  // Scroll to the section in the URL even if the chapter was loaded after the page.
  useEffect(() => {
    if (hash !== '') {
      document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
    }
  }, [hash]);
  const place = chapters.indexOf(chapter);
  const before = chapters[place - 1];
  const after = chapters[place + 1];
  return (
    <div className="grid gap-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-label="Chapters" className="max-lg:order-2 max-lg:border-line max-lg:border-t max-lg:pt-6">
        <ul className="grid gap-0.5 lg:sticky lg:top-24">
          {chapters.map(({ id, title, Icon }) => (
            <li key={id}>
              <Link
                to={helpPath(id)}
                aria-current={id === chapter.id ? 'page' : undefined}
                className={cn(
                  'flex items-center gap-2.5 rounded-md px-3 py-2 text-sm',
                  id === chapter.id
                    ? 'bg-action-wash font-medium text-link'
                    : 'text-soft hover:bg-sunken hover:text-ink',
                )}
              >
                <Icon aria-hidden="true" className="size-4 shrink-0" />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article className="min-w-0">
        <h1 className="font-semibold text-3xl tracking-tight">{chapter.title}</h1>
        <p className="mt-2 max-w-[60ch] text-pretty text-lg text-soft">{chapter.summary}</p>
        {chapter.sections.map(({ id, title, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="group mt-9 scroll-mt-24">
            <h2 id={`${id}-title`} className="font-semibold text-xl tracking-tight">
              {title}{' '}
              <Link
                to={helpPath(chapter.id, id)}
                aria-label={`Link to “${title}”`}
                className="inline-grid rounded-sm align-middle text-faint opacity-0 hover:text-link focus-visible:opacity-100 group-hover:opacity-100"
              >
                <Link2 aria-hidden="true" className="size-4" />
              </Link>
            </h2>
            <Prose>{body}</Prose>
          </section>
        ))}
        <nav
          aria-label="Next and previous chapter"
          className="mt-12 flex flex-wrap justify-between gap-3 border-line border-t pt-6 text-sm"
        >
          {before === undefined ? (
            <span />
          ) : (
            <Link
              to={helpPath(before.id)}
              className="inline-flex items-center gap-2 text-link hover:underline"
            >
              <ArrowLeft aria-hidden="true" className="size-4" />
              {before.title}
            </Link>
          )}
          {after === undefined ? null : (
            <Link
              to={helpPath(after.id)}
              className="inline-flex items-center gap-2 text-link hover:underline"
            >
              {after.title}
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          )}
        </nav>
      </article>
    </div>
  );
}

/** Shown for a chapter that does not exist. */
export function UnknownChapter() {
  return (
    <EmptyState
      title="Chapter not found"
      description="It may have been renamed."
      action={
        <Button asChild kind="secondary">
          <Link to={paths.help}>See All Chapters</Link>
        </Button>
      }
    />
  );
}
