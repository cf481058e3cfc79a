import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { usePageTitle } from '@/lib/page-title';
import { helpPath, paths } from '@/lib/paths';
import { Input } from '@/ui/Input';
import { ChapterView, UnknownChapter } from './ChapterView';
import { chapters } from './chapters';
import { search } from './search';

/** The Help Center: all chapters, one chapter (/help/{id}; /help#{id} redirects there), or search results. */
export function HelpPage() {
  const { chapter: chapterId } = useParams();
  const { hash } = useLocation();
  const [question, setQuestion] = useState('');
  const chapter = chapters.find(({ id }) => id === chapterId);
  usePageTitle(chapter === undefined ? 'Help Center' : `${chapter.title} · Help Center`);

  if (chapterId === undefined && chapters.some(({ id }) => `#${id}` === hash)) {
    return <Navigate to={helpPath(hash.slice(1))} replace />;
  }
  const searching = question.trim() !== '';
  return (
    <div className="grid gap-8">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          {chapterId === undefined ? (
            <h1 className="font-semibold text-3xl tracking-tight">Help Center</h1>
          ) : (
            <p className="font-semibold text-xl tracking-tight">
              <Link to={paths.help} onClick={() => setQuestion('')} className="rounded-sm hover:underline">
                Help Center
              </Link>
            </p>
          )}
          {chapterId === undefined ? (
            <p className="mt-1 text-soft">Short answers to common questions.</p>
          ) : null}
        </div>
        <div className="relative w-full sm:w-80">
          <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-soft" />
          <Input
            type="search"
            aria-label="Search help"
            value={question}
            placeholder="Search help..."
            onChange={(event) => setQuestion(event.target.value)}
            className="pl-9"
          />
        </div>
      </header>
      {searching ? (
        <Results question={question} onLeave={() => setQuestion('')} />
      ) : chapterId === undefined ? (
        <Index />
      ) : chapter === undefined ? (
        <UnknownChapter />
      ) : (
        <ChapterView key={chapter.id} chapter={chapter} />
      )}
    </div>
  );
}

function Index() {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {chapters.map(({ id, title, summary, Icon, sections }) => (
        <li key={id} className="flex flex-col rounded-xl border border-line bg-surface p-5 shadow-card">
          <Icon aria-hidden="true" className="size-6 text-amber" />
          <h2 className="mt-3 font-semibold text-lg tracking-tight">
            <Link to={helpPath(id)} className="rounded-sm hover:underline">
              {title}
            </Link>
          </h2>
          <p className="mt-1 text-pretty text-soft text-sm">{summary}</p>
          <ul className="mt-4 grid gap-1.5 border-line border-t pt-4 text-sm">
            {sections.map((section) => (
              <li key={section.id}>
                <Link to={helpPath(id, section.id)} className="rounded-sm text-link hover:underline">
                  {section.title}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Results({ question, onLeave }: { question: string; onLeave: () => void }) {
  const id = useId();
  const results = search(chapters, question);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} role="status" className="font-semibold text-lg tracking-tight">
        {results.length === 0
          ? `Nothing found for “${question.trim()}”`
          : `${results.length} ${results.length === 1 ? 'answer' : 'answers'} for “${question.trim()}”`}
      </h2>
      {results.length === 0 ? (
        <p className="mt-2 text-soft">Try a different word, or fewer words.</p>
      ) : (
        <ul className="mt-4 grid gap-3">
          {results.map(({ chapter, section, excerpt }) => (
            <li key={`${chapter.id} ${section.id}`}>
              <Link
                to={helpPath(chapter.id, section.id)}
                onClick={onLeave}
                className="block rounded-lg border border-line bg-surface px-4 py-3 shadow-card transition-colors hover:border-edge"
              >
                <span className="text-faint text-sm">{chapter.title}</span>
                <span className="block font-semibold text-link">{section.title}</span>
                <span className="mt-0.5 block text-pretty text-soft text-sm">{excerpt}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
