import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader } from '@/ui/Card';

interface RuleCardProps {
  /** Target of links to this card. */
  id: string;
  title: string;
  description: ReactNode;
  /** The fields, one below the other. */
  children: ReactNode;
}

/** A card of the booking rules. */
export function RuleCard({ id, title, description, children }: RuleCardProps) {
  return (
    <Card id={id}>
      <CardHeader title={title} description={description} />
      <CardBody className="grid gap-5">{children}</CardBody>
    </Card>
  );
}
