import { Download } from 'lucide-react';
import type { FileOut } from '@/api/imports';
import { counted } from '@/lib/words';
import { Button } from '@/ui/Button';
import { Table, TableHead, Td } from '@/ui/Table';

const SHOWN = 50;

/** Rows of a file that can't be imported, with their reasons and a download to correct them. */
export function WrongRows({ wrong, csv }: { wrong: FileOut['wrong']; csv: string | null }) {
  const more = wrong.length - SHOWN;
  return (
    <div className="grid gap-3">
      <div className="rounded-md border border-line">
        <Table label="Rows with errors">
          <TableHead columns={['Line', 'Problem']} />
          <tbody className="divide-y divide-line">
            {wrong.slice(0, SHOWN).map(({ line, reason }) => (
              <tr key={line}>
                <Td className="tabular">{line}</Td>
                <Td className="break-words">{reason}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {more > 0 ? <p className="text-faint text-sm">and {counted(more, 'more row')}</p> : null}
      {csv === null ? null : (
        <Button asChild kind="secondary" size="sm" className="justify-self-start">
          <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`} download="to-correct.csv">
            <Download aria-hidden="true" />
            Download Rows with Errors
          </a>
        </Button>
      )}
    </div>
  );
}
