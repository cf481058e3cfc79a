import { Download } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  balancesFile,
  type LedgerAccount,
  ledgerFile,
  useLedgerAccounts,
  useNumberAccounts,
  useTrialBalance,
} from '@/api/books';
import type { Period } from '@/api/revenue';
import { useCan } from '@/api/rights';
import { LoadState } from '@/components/LoadState';
import { useRecordForm } from '@/components/useServerForm';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { FormDialog } from '@/ui/FormDialog';
import { TextField, useCheckedForm } from '@/ui/FormField';
import { Placeholder } from '@/ui/Skeleton';
import { Table, TableHead, Td } from '@/ui/Table';

const amount = (units: number, currency: string) => (units === 0 ? '' : formatMoney(units, currency));

/** Balances of the ledger's accounts at the end of a period, or of today if that is earlier. */
export function Balances({ period, today, currency }: { period: Period; today: string; currency: string }) {
  const format = useFormat();
  const changes = useCan('changeSettings');
  const [numbering, setNumbering] = useState(false);
  const on = period.to < today ? period.to : today;
  const { data, error, refetch } = useTrialBalance(on);
  const rows = data?.accounts.filter(({ debit, credit }) => debit !== 0 || credit !== 0);
  const files = [
    { href: ledgerFile('xlsx', period), name: 'ledger.xlsx', label: 'Ledger of This Period for Excel' },
    { href: ledgerFile('csv', period), name: 'ledger.csv', label: 'Ledger as CSV' },
    { href: balancesFile('xlsx', on), name: 'trial-balance.xlsx', label: 'Balances for Excel' },
    { href: balancesFile('csv', on), name: 'trial-balance.csv', label: 'Balances as CSV' },
  ];
  const groups = [
    { currency, rows: rows ?? [] },
    ...(data?.otherCurrencies.map((other) => ({ currency: other.currency, rows: other.accounts })) ?? []),
  ];
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Accounts"
        description={`Balances at the end of ${formatDay(format, on)}. Deposits are held for customers until their delivery.`}
      />
      {rows === undefined ? (
        <LoadState of={{ error, refetch }} failed="The accounts could not be loaded">
          <Placeholder what="the accounts" className="p-5" bars={['h-40']} />
        </LoadState>
      ) : groups.every((group) => group.rows.length === 0) ? (
        <p className="px-5 pb-4 text-soft text-sm">No entries through this date.</p>
      ) : (
        <Table label="Account balances" className="mt-3 border-line border-t">
          <TableHead columns={['Account', 'Debit', 'Credit']} right={['Debit', 'Credit']} />
          <tbody>
            {groups.flatMap((group) =>
              group.rows.map(({ account, label, number, debit, credit }) => (
                <tr key={`${group.currency} ${account}`}>
                  <Td>
                    {label}
                    {group.currency === currency ? null : `, payouts in ${group.currency}`}
                    {number === null ? null : <span className="tabular text-faint"> {number}</span>}
                  </Td>
                  <Td className="tabular whitespace-nowrap text-right">{amount(debit, group.currency)}</Td>
                  <Td className="tabular whitespace-nowrap text-right">{amount(credit, group.currency)}</Td>
                </tr>
              )),
            )}
          </tbody>
        </Table>
      )}
      <footer className="flex flex-wrap gap-2 px-5 py-3">
        {files.map(({ href, name, label }) => (
          <Button key={name} asChild kind="secondary" size="sm">
            <a href={href} download={name}>
              <Download aria-hidden="true" />
              {label}
            </a>
          </Button>
        ))}
        {changes ? (
          <Button kind="secondary" size="sm" onClick={() => setNumbering(true)}>
            Account Numbers
          </Button>
        ) : null}
      </footer>
      {numbering ? <NumbersDialog onClose={() => setNumbering(false)} /> : null}
    </Card>
  );
}

function NumbersDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useLedgerAccounts();
  return data === undefined ? (
    <LoadState of={{ error, refetch }} failed="The accounts could not be loaded">
      <Placeholder what="the accounts" className="p-5" bars={['h-10']} />
    </LoadState>
  ) : (
    <NumbersForm accounts={data.accounts} onClose={onClose} />
  );
}

const numbersSchema = z.object({
  accounts: z.array(
    z.object({ number: z.string().check(z.trim(), z.maxLength(20, 'Use at most 20 characters')) }),
  ),
});

function NumbersForm({ accounts, onClose }: { accounts: readonly LedgerAccount[]; onClose: () => void }) {
  const form = useCheckedForm(numbersSchema, {
    accounts: accounts.map(({ number }) => ({ number: number ?? '' })),
  });
  const record = useRecordForm({
    form,
    save: useNumberAccounts(),
    sent: (input) => ({
      accounts: accounts.map(({ account }, index) => ({
        account,
        number: input.accounts[index]?.number || null,
      })),
    }),
    done: () => ({ title: 'Account numbers saved' }),
    onClose,
  });
  return (
    <FormDialog
      title="Account Numbers"
      description="The numbers of your own chart of accounts, for the ledger and the journal."
      {...record}
      submitLabel="Save Numbers"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {accounts.map(({ account, label, code }, index) => (
          <TextField
            key={account}
            form={form}
            name={`accounts.${index}.number`}
            label={label}
            placeholder={code}
            maxLength={20}
          />
        ))}
      </div>
    </FormDialog>
  );
}
