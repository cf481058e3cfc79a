import * as z from 'zod/mini';
import {
  type Bookkeeping,
  type BookkeepingChart,
  type BookkeepingSystem,
  useBookkeepingChart,
  useMapAccounts,
} from '@/api/bookkeeping';
import { type LedgerAccount, useLedgerAccounts } from '@/api/books';
import { LoadState } from '@/components/LoadState';
import { useRecordForm } from '@/components/useServerForm';
import { Dialog, DialogBody } from '@/ui/Dialog';
import { FormDialog } from '@/ui/FormDialog';
import { SelectField, useCheckedForm } from '@/ui/FormField';
import { Placeholder } from '@/ui/Skeleton';

interface Props {
  books: Bookkeeping;
  /** The partner's name. */
  name: string;
  onClose: () => void;
}

/** Chooses the partner's account for each account that the books use. Suggestions are filled in. */
export function AccountsDialog(props: Props) {
  const chart = useBookkeepingChart();
  const ledger = useLedgerAccounts();
  if (chart.data === undefined || ledger.data === undefined) {
    const failed = chart.error !== null ? chart : ledger;
    return (
      <Dialog title="Choose Accounts" onClose={props.onClose}>
        <DialogBody>
          <LoadState
            of={{ error: failed.error, refetch: failed.refetch }}
            failed="The accounts could not be loaded"
          >
            <Placeholder what="the accounts" bars={['h-40']} />
          </LoadState>
        </DialogBody>
      </Dialog>
    );
  }
  return <AccountsForm {...props} chart={chart.data} ledger={ledger.data.accounts} />;
}

const UNUSABLE: Readonly<Record<BookkeepingSystem, string>> = {
  quickbooks:
    "Receivable and payable accounts can't be chosen; create other current assets in QuickBooks if needed.",
  xero: "System accounts can't be chosen, and bank accounts only for single payments; create others in Xero if needed.",
};

/** Accounts that payments are paid into; single documents need the partner's accounts for that. */
const MONEY: ReadonlySet<string> = new Set(['card_clearing', 'cash', 'bank']);
const schema = z.object({ accounts: z.array(z.object({ id: z.string() })) });

interface FormProps extends Props {
  chart: BookkeepingChart;
  ledger: readonly LedgerAccount[];
}

function AccountsForm({ books, name, chart, ledger, onClose }: FormProps) {
  const used = ledger.filter(
    ({ account }) => account in books.accounts || books.missing.some((missing) => missing === account),
  );
  const offered = (account: LedgerAccount['account']) =>
    chart.accounts.filter(({ takesJournals, takesMoney }) =>
      books.mode === 'documents' && MONEY.has(account) ? takesMoney : takesJournals,
    );
  const chosen = (account: LedgerAccount['account']) => {
    const known = new Set(offered(account).map(({ id }) => id));
    const present = books.accounts[account];
    const id = present !== undefined && known.has(present) ? present : (chart.suggested[account] ?? '');
    return known.has(id) ? id : '';
  };
  const form = useCheckedForm(schema, { accounts: used.map(({ account }) => ({ id: chosen(account) })) });
  const record = useRecordForm({
    form,
    save: useMapAccounts(),
    sent: ({ accounts }) =>
      Object.fromEntries(used.map(({ account }, index) => [account, accounts[index]?.id || null])),
    done: () => ({ title: 'Accounts saved' }),
    onClose,
  });
  return (
    <FormDialog
      title="Choose Accounts"
      description={`The account in ${name} for each account that your books use. Suggestions are filled in. ${UNUSABLE[books.system ?? 'quickbooks']}`}
      {...record}
      submitLabel="Save Accounts"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {used.map(({ account, label, type }, index) => (
          <SelectField key={account} form={form} name={`accounts.${index}.id`} label={label} hint={type}>
            <option value="">Choose an account</option>
            {offered(account).map(({ id, code, name: title, type: kind }) => (
              <option key={id} value={id}>
                {code === null ? title : `${code} ${title}`} ({kind})
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </FormDialog>
  );
}
