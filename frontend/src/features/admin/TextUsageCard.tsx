import { type TextUsage, useFreeTextSender, useTextUsage } from '@/api/texts';
import { ConfirmButton } from '@/components/ConfirmChange';
import { LoadState } from '@/components/LoadState';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { Placeholder } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';
import { toast } from '@/ui/toast-store';

/** Texts, cost and number of each business, with a button to free the number. */
export function TextUsageCard({ currency }: { currency: string }) {
  const usage = useTextUsage();
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Usage"
        description="Texts this month by business, with an estimate of their cost. A number or messaging service of a business is its own. If you free it, the business texts from the number above, and another can enter it."
        className="pb-4"
      />
      {usage.data === undefined ? (
        <CardBody>
          <LoadState of={usage} failed="Couldn’t load the usage">
            <Placeholder what="the usage" bars={['h-24']} />
          </LoadState>
        </CardBody>
      ) : usage.data.length === 0 ? (
        <CardBody className="pt-0 text-faint text-sm">
          No texts this month, and no business has its own number.
        </CardBody>
      ) : (
        <UsageTable rows={usage.data} currency={currency} />
      )}
    </Card>
  );
}

function UsageTable({ rows, currency }: { rows: readonly TextUsage[]; currency: string }) {
  const free = useFreeTextSender();
  return (
    <Table label="Texts by business" className="stacks md:min-w-[44rem]">
      <TableHead
        columns={['Business', 'Texts', 'Segments', 'Cost', 'Limit', 'Number']}
        right={['Texts', 'Segments', 'Cost', 'Limit']}
        actions
      />
      <tbody>
        {rows.map((row) => {
          const sender = row.number ?? row.messagingServiceSid;
          return (
            <tr key={row.operatorId}>
              <Td className="max-w-72">
                <p className="wrap-anywhere font-medium">{row.name}</p>
                <p className="wrap-anywhere text-faint text-xs">{row.email}</p>
              </Td>
              <Td label="Texts" className="tabular md:text-right">
                {row.texts}
              </Td>
              <Td label="Segments" className="tabular md:text-right">
                {row.segments}
              </Td>
              <Td label="Cost" className="tabular md:text-right">
                {formatMoney(row.cost, currency)}
              </Td>
              <Td label="Limit" className="tabular md:text-right">
                {row.monthlyCap === null ? 'None' : formatMoney(row.monthlyCap, currency)}
              </Td>
              <Td label="Number" className="tabular wrap-anywhere">
                {sender ?? <span className="text-faint">Shared</span>}
              </Td>
              <Td className="md:text-right">
                {sender === null ? null : (
                  <ConfirmButton
                    button={(ask) => (
                      <Button
                        kind="secondary"
                        size="sm"
                        aria-label={`Release the number of ${row.name}`}
                        onClick={ask}
                      >
                        Release Number
                      </Button>
                    )}
                    change={free}
                    input={row.operatorId}
                    title={`Release ${sender}?`}
                    description={`${row.name} will text from the shared number and gets a notification. Replies to ${sender} no longer reach it.`}
                    confirmLabel="Release Number"
                    pendingLabel="Releasing..."
                    onDone={() => toast({ title: 'Number released', description: sender })}
                  />
                )}
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
