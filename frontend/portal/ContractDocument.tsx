import { useEffect, useRef } from 'react';
import type { PublicContract } from './contract-calls';
import { TextField } from './fields';
import { card, heading } from './looks';

const LONGEST_INITIALS = 10;

/** The id of the field for a section's initials. */
export const initialsId = (index: number) => `initials-${index}`;

interface ContractDocumentProps {
  contract: PublicContract;
  /** Initials by the section's index; null if none are asked for. */
  initials: Readonly<Record<string, string>> | null;
  /** Index of the section whose initials are missing. */
  missing: number | undefined;
  onInitials: (index: number, text: string) => void;
  /** Called once the end of the document was on screen. */
  onEnd: () => void;
}

/** The contract's text: what was agreed, what it costs, and its sections. */
export function ContractDocument({ contract, initials, missing, onInitials, onEnd }: ContractDocumentProps) {
  const { facts, prices, sums, policy, sections } = contract.document;
  return (
    <article className={`${card} grid gap-6`}>
      <dl className="grid gap-4 sm:grid-cols-2">
        {facts.map(({ label, value, detail }) => (
          <div key={label} className="min-w-0">
            <dt className="font-medium text-soft text-sm">{label}</dt>
            <dd className="whitespace-pre-wrap break-words">{value}</dd>
            {detail === null ? null : <dd className="break-words text-soft text-sm">{detail}</dd>}
          </div>
        ))}
      </dl>
      <section className="grid gap-2">
        <h2 className={heading}>Price</h2>
        <ul className="grid gap-2">
          {prices.map(({ text, detail, amount }) => (
            <li key={text} className="flex justify-between gap-4">
              <span className="min-w-0 break-words">
                {text}
                {detail === null ? null : <span className="block text-soft text-sm">{detail}</span>}
              </span>
              <span className="tabular-nums">{amount}</span>
            </li>
          ))}
          {sums.map(({ text, amount, strong }) => (
            <li
              key={text}
              className={`flex justify-between gap-4 border-line border-t pt-2 ${strong ? 'font-semibold' : ''}`}
            >
              <span>{text}</span>
              <span className="tabular-nums">{amount}</span>
            </li>
          ))}
        </ul>
      </section>
      {policy.length === 0 ? null : (
        <section className="grid gap-2">
          <h2 className={heading}>Payment and cancellation</h2>
          {policy.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      )}
      {sections.map((section) => (
        <section key={section.index} className="grid gap-2">
          <h2 className={heading}>
            {section.index + 1}. {section.title}
          </h2>
          <p className="whitespace-pre-wrap break-words">{section.text}</p>
          {section.initials && initials !== null ? (
            <TextField
              id={initialsId(section.index)}
              label={`Your initials for “${section.title}”`}
              error={section.index === missing ? 'Enter your initials' : undefined}
              value={initials[section.index] ?? ''}
              onChange={(text) => onInitials(section.index, text)}
              maxLength={LONGEST_INITIALS}
            />
          ) : null}
        </section>
      ))}
      <EndMark onSeen={onEnd} />
    </article>
  );
}

/** Marks the end of the document, and reports when it comes on screen. */
function EndMark({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLParagraphElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    if (mark.current === null) return;
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) seen.current();
    });
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <p ref={mark} className="border-line border-t pt-3 text-center text-faint text-sm">
      End of the contract
    </p>
  );
}
