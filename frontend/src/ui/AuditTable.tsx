import type { ReactNode } from 'react';
import { type AuditEntry, actionLabel, particularsOf, subjectOf } from '@/lib/audit';
import { useFormat } from '@/lib/format';
import { Address } from './Address';
import { Table, Td, Th } from './Table';

export interface AuditLine extends AuditEntry {
  id: number;
  at: string;
}

export interface AuditTableProps<Line extends AuditLine> {
  label: string;
  lines: Line[];
  /** Heading of the time column: "When", or "When (UTC)". */
  when: string;
  moment: (iso: string) => string;
  /** Actor shown for actions without a user. */
  nobody: string;
  currency?: string;
  /** Renders the subject, if more than its name can be shown. */
  subject?: (line: Line, name: string) => ReactNode;
  /** Renders the business column. */
  business?: (line: Line) => ReactNode;
}

/** Audit entries, newest first. On phones each entry is a card. */
export function AuditTable<Line extends AuditLine>({
  label,
  lines,
  when,
  moment,
  nobody,
  currency,
  subject,
  business,
}: AuditTableProps<Line>) {
  const format = useFormat();
  return (
    <Table label={label} className="stacks">
      <thead>
        <tr className="border-line border-t">
          <Th>{when}</Th>
          <Th>Who</Th>
          <Th>What</Th>
          <Th>Details</Th>
          {business === undefined ? null : <Th>Business</Th>}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const name = subjectOf(line);
          return (
            <tr key={line.id}>
              <Td className="tabular whitespace-nowrap text-soft max-md:-mt-2">{moment(line.at)}</Td>
              <Td className="max-md:-mt-2 max-md:text-soft md:min-w-52">
                {line.actor === null ? nobody : <Address>{line.actor}</Address>}
              </Td>
              <Td className="wrap-anywhere max-md:order-first md:min-w-56">
                {actionLabel(line)}{' '}
                {name === '' ? null : (
                  <span className="font-medium">{subject?.(line, name) ?? <Address>{name}</Address>}</span>
                )}
              </Td>
              <Td className="wrap-anywhere text-soft max-md:-mt-2 max-md:empty:hidden md:min-w-32">
                {particularsOf(format, line, currency)}
              </Td>
              {business === undefined ? null : (
                <Td className="max-md:-mt-2 max-md:empty:hidden md:min-w-44">{business(line)}</Td>
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
