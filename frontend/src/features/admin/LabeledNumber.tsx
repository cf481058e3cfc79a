import type { ReactNode } from 'react';
import { Card } from '@/ui/Card';

/** A figure with its label. */
export function LabeledNumber({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <Card className="px-5 py-4">
      <p className="text-soft text-sm">{label}</p>
      <p className="tabular mt-1 font-semibold text-2xl tracking-tight">{value}</p>
      {note === undefined ? null : <p className="mt-0.5 text-faint text-xs">{note}</p>}
    </Card>
  );
}
