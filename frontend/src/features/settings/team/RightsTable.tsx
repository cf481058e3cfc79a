import { Check } from 'lucide-react';
import { type Role, roleNames } from '@/api/rights';
import type { Team } from '@/api/team';
import { cn } from '@/lib/cn';
import { Card, CardHeader } from '@/ui/Card';
import { Table, Td, Th } from '@/ui/Table';

const roles = ['owner', 'manager', 'staff', 'accountant'] as const satisfies readonly Role[];

/** The permissions of each role, as defined by the server. The user's own role is highlighted. */
export function RightsTable({ rights, own }: { rights: Team['rights']; own: Role | null }) {
  return (
    <Card id="what-each-role-can-do" className="max-w-3xl">
      <CardHeader title="What Each Role Can Do" />
      <Table label="Permissions of each role" className="mt-3">
        <thead>
          <tr className="border-line border-t">
            <Th>
              <span className="sr-only">Permission</span>
            </Th>
            {roles.map((role) => (
              <Th
                key={role}
                className={cn(
                  'px-1 text-center text-xs sm:px-4 sm:text-sm',
                  role === own && 'bg-amber-wash text-amber',
                )}
              >
                {roleNames[role]}
                {role === own ? <span className="sr-only"> (your role)</span> : null}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rights.map(({ name, does, parts: having }) => (
            <tr key={name}>
              <Td className="min-w-24 max-sm:pl-4 max-sm:pr-1 max-sm:text-sm">{does}</Td>
              {roles.map((role) => (
                <Td key={role} className={cn('px-1 text-center sm:px-4', role === own && 'bg-amber-wash/50')}>
                  {having.includes(role) ? (
                    <Check role="img" aria-label="Yes" className="mx-auto size-4 text-good" />
                  ) : (
                    <span className="text-faint">
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">No</span>
                    </span>
                  )}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
