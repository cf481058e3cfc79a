import { useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Card, CardBody } from '@/ui/Card';
import { Spinner } from '@/ui/Spinner';

/** Placeholder while the card form loads. */
export function Preparing() {
  return (
    <Card aria-busy="true">
      <h1 className="sr-only">Checkout</h1>
      <CardBody className="grid justify-items-center gap-4 py-16">
        <Spinner label="Loading" />
        <p className="text-soft">Preparing payment form...</p>
      </CardBody>
    </Card>
  );
}

/** Replaces the card form after an error, with buttons to go back or retry. */
export function SetupFailed({
  sentence,
  onRetry,
  pending = false,
}: {
  sentence: string;
  onRetry: () => void;
  pending?: boolean;
}) {
  const navigate = useNavigate();
  // There is no history to go back to if the page was opened directly.
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate(paths.subscription));
  return (
    <Card>
      <header className="px-5 pt-5">
        <h1 className="font-semibold text-xl tracking-tight">Error</h1>
        <p className="mt-0.5 text-soft">Unable to process payment</p>
      </header>
      <CardBody className="grid gap-5">
        <Alert title="Payment Setup Failed">{sentence}</Alert>
        <div className="flex flex-wrap gap-2">
          <Button onClick={back}>Go Back</Button>
          <Button kind="secondary" pending={pending} onClick={onRetry}>
            Try Again
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

/** Replaces a card form that the provider could not load. */
export function FormBroken() {
  return (
    <SetupFailed
      sentence="Unable to initialize payment form. Please try again later."
      onRetry={() => window.location.reload()}
    />
  );
}
