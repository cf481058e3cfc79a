import { FileDown } from 'lucide-react';
import { useQuoteVersion } from '@/api/quotes';
import { oneSize, signMessage } from '@/components/booking/lines-text';
import { SignStage } from '@/components/booking/SignStage';
import { LoadState } from '@/components/LoadState';
import { formatMoment } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { Button } from '@/ui/Button';
import { CloseFooter, Dialog, DialogBody } from '@/ui/Dialog';
import { Section } from '@/ui/Section';
import { Placeholder } from '@/ui/Skeleton';
import { Facts, NoteText, Price } from './QuoteSections';

export interface VersionDialogProps {
  id: number;
  version: number;
  currency: string;
  onClose: () => void;
}

/** A version of a quote as sent to the customer. */
export function VersionDialog({ id, version, currency, onClose }: VersionDialogProps) {
  const format = useFormat();
  const { data, error, refetch } = useQuoteVersion(id, version);
  return (
    <Dialog
      onClose={onClose}
      title={`Version ${version}`}
      description={
        data === undefined
          ? undefined
          : data.sentAt
            ? `Sent ${formatMoment(format, data.sentAt)}`
            : 'Never sent'
      }
      className="sm:max-w-2xl"
    >
      <DialogBody className="p-0">
        {error !== null || data === undefined ? (
          <div className="p-5">
            <LoadState of={{ error, refetch }} failed="This version could not be loaded">
              <Placeholder what="the version" className="grid gap-4" bars={['h-36', 'h-40']} />
            </LoadState>
          </div>
        ) : (
          <>
            <SignStage message={signMessage(data)} size={oneSize(data)} texts={data.sign} compact />
            <div className="grid gap-x-8 gap-y-6 px-5 py-5 text-sm sm:grid-cols-2">
              <Section title="Offer">
                <Facts content={data} />
              </Section>
              <Section title="Price">
                <Price content={data} currency={currency} />
              </Section>
              <div className="grid gap-2 empty:hidden sm:col-span-2">
                <NoteText label="Note" text={data.note} />
                <NoteText label="Terms" text={data.terms} />
              </div>
            </div>
          </>
        )}
      </DialogBody>
      <CloseFooter onClose={onClose}>
        {data?.sentAt ? (
          <Button asChild kind="quiet" className="mr-auto">
            <a href={`/api/quotes/${id}/pdf?version=${version}`} download>
              <FileDown aria-hidden="true" />
              Save as PDF
            </a>
          </Button>
        ) : null}
      </CloseFooter>
    </Dialog>
  );
}
