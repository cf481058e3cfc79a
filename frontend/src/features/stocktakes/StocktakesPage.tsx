import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { failureOf } from '@/api/form-errors';
import { useCan } from '@/api/rights';
import { type StocktakeSummary, useStartStocktake, useStocktakes } from '@/api/stocktakes';
import { LoadState } from '@/components/LoadState';
import { formatDay } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { usePageTitle } from '@/lib/page-title';
import { paths, stocktakePath } from '@/lib/paths';
import { listed, sizeName } from '@/lib/words';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Checkbox } from '@/ui/Checkbox';
import { EmptyState } from '@/ui/EmptyState';
import { FormDialog } from '@/ui/FormDialog';
import { PageHeader } from '@/ui/PageHeader';
import { Skeleton } from '@/ui/Skeleton';
import { StocktakeView } from './StocktakeView';

/** Counts of the letters on the shelves: a list, or the one that is named in the address. */
export function StocktakesPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id') ?? '');
  usePageTitle('Stocktakes');
  return Number.isInteger(id) && id > 0 ? <StocktakeView key={id} id={id} /> : <StocktakeList />;
}

function StocktakeList() {
  const { data, error, refetch } = useStocktakes();
  const starts = useCan('changeStock');
  const [starting, setStarting] = useState(false);
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Stocktakes"
        description="Count the letters on the shelves by phone, together and offline."
        action={
          <div className="flex flex-wrap gap-2">
            <Button kind="secondary" size="sm" asChild>
              <Link to={paths.inventory}>Open Inventory</Link>
            </Button>
            {starts ? (
              <Button size="sm" onClick={() => setStarting(true)}>
                Start a Stocktake
              </Button>
            ) : null}
          </div>
        }
      />
      {data === undefined ? (
        <LoadState of={{ error, refetch }} failed="We couldn't load the stocktakes">
          <div aria-busy="true" role="status" aria-label="Loading stocktakes">
            <Skeleton className="h-32" />
          </div>
        </LoadState>
      ) : data.length === 0 ? (
        <Card>
          <EmptyState
            title="Nothing has been counted yet"
            description="A stocktake lists every letter in the order of your shelves. What is missing becomes a loss, a repair or a smaller quantity."
          />
        </Card>
      ) : (
        <Card className="overflow-hidden">
          <ul>
            {data.map((stocktake) => (
              <li key={stocktake.id} className="border-line border-b last:border-b-0">
                <StocktakeLink stocktake={stocktake} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {starting ? <StartDialog onClose={() => setStarting(false)} /> : null}
    </div>
  );
}

function StocktakeLink({ stocktake }: { stocktake: StocktakeSummary }) {
  const format = useFormat();
  const { id, state, sizes, startedAt, startedBy, finishedAt, finishedBy } = stocktake;
  return (
    <Link
      to={stocktakePath(id)}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 text-sm hover:bg-sunken"
    >
      <span className="grid">
        <b className="font-semibold text-base">{formatDay(format, startedAt)}</b>
        <span className="text-soft">
          {sizes === null ? 'All sizes' : listed(sizes.map((size) => sizeName(format, size)))}, started by{' '}
          {startedBy}
          {finishedAt === null ? '' : `, finished ${formatDay(format, finishedAt)} by ${finishedBy}`}
        </span>
      </span>
      <Badge tone={state === 'open' ? 'yellow' : 'green'}>{state === 'open' ? 'Counting' : 'Finished'}</Badge>
    </Link>
  );
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const format = useFormat();
  const navigate = useNavigate();
  const start = useStartStocktake();
  const sizes = Object.keys(format.pieceNames.sizes);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = sizes.filter((size) => !left.has(size));
  const submit = async () => {
    if (chosen.length === 0) return;
    const { id } = await start.mutateAsync(left.size === 0 ? null : chosen);
    void navigate(stocktakePath(id));
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Start a Stocktake"
      description="Which sizes do you count?"
      onSubmit={() => void submit().catch(() => undefined)}
      submitLabel="Start Counting"
      pendingLabel="Starting..."
      error={start.error === null ? null : failureOf(format, start.error)}
      pending={start.isPending}
      unsaved={false}
    >
      <div className="grid gap-3">
        {sizes.map((size) => (
          <Checkbox
            key={size}
            label={sizeName(format, size)}
            checked={!left.has(size)}
            onChange={(checked) => {
              const next = new Set(left);
              if (checked) next.delete(size);
              else next.add(size);
              setLeft(next);
            }}
          />
        ))}
        {chosen.length === 0 ? (
          <p role="alert" className="text-danger text-sm">
            Choose at least one size.
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
}
