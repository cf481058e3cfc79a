import type { EditState } from './useEdit';

/** The changes that saving would make, as the server lists them: "Total: $412.00 → $439.00". */
export function ChangeList({ edit: { changes } }: { edit: EditState }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {changes.length === 0 ? null : (
        <section aria-label="What changes" className="rounded-md border border-line bg-surface px-3.5 py-3">
          <h3 className="mb-1 font-medium text-sm">What changes</h3>
          <dl className="grid gap-1 text-sm">
            {changes.map(({ field, label, fromText, toText }) => (
              <div key={field} className="break-words">
                <dt className="inline text-soft">{label}: </dt>
                <dd className="inline">
                  {fromText} → <b className="font-medium">{toText}</b>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
