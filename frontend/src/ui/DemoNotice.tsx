import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';

/** Notice that payments are simulated. Renders nothing outside of demos. */
export function DemoNotice({ demo, children }: { demo: boolean | undefined; children?: ReactNode }) {
  return demo === true ? (
    <aside
      aria-label="Demo"
      className="flex items-start gap-3 rounded-md border border-amber-line/60 bg-amber-wash px-3.5 py-3 text-sm"
    >
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      <div className="min-w-0 text-pretty">
        <p className="font-medium text-amber">This is a demo, so no real money is charged.</p>
        {children}
      </div>
    </aside>
  ) : null;
}

/** Test card numbers of a demo and their outcomes. */
export function DemoCards({ demo }: { demo: boolean | undefined }) {
  return (
    <DemoNotice demo={demo}>
      <p className="mt-1">
        The card <Figures>4242 4242 4242 4242</Figures> works, <Figures>4000 0000 0000 0002</Figures> is
        declined, and <Figures>4000 0025 0000 3155</Figures> requires a confirmation first. Use any future
        date and any three digits.
      </p>
    </DemoNotice>
  );
}

function Figures({ children }: { children: string }) {
  return <span className="tabular whitespace-nowrap">{children}</span>;
}
