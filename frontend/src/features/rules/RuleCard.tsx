import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader } from '@/ui/Card';

interface RuleCardProps {
  title: string;
  description: ReactNode;
  /** The fields, one below the other. */
  children: ReactNode;
}

/** A card of the booking rules. */
export function RuleCard({ title, description, children }: RuleCardProps) {
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody className="grid gap-5">{children}</CardBody>
    </Card>
  );
}
