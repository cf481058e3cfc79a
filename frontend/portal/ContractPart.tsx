import { dayInWords } from '@/booking-form/dates';
import { dayOf } from '@/lib/dates';
import { useFormat } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { bookingAddress, type CustomersBooking } from '@/paying/calls';
import { primaryButton, textLink } from './looks';

type PageContract = NonNullable<CustomersBooking['contract']>;

interface Props {
  token: string;
  booking: CustomersBooking;
  contract: PageContract;
}

/** The contract: what waits for a signature, what binds until then, and the signed PDF. */
export function ContractPart({ token, booking, contract }: Props) {
  const format = useFormat();
  const { state, binding, signedAt, differences, signUrl } = contract;
  const isChanged = state !== 'signed' && binding !== null;
  return (
    <div className="mt-3 grid gap-4">
      <p className={state === 'signed' ? '' : 'font-medium'}>
        {state === 'signed' && signedAt !== null
          ? `Signed on ${dayInWords(format, dayOf(signedAt), 'long')}.`
          : sentenceOf(contract, booking)}
      </p>
      {isChanged && differences.length > 0 ? (
        <dl className="grid gap-2 text-sm">
          {differences.map(({ field, label, fromText, toText }) => (
            <div key={field}>
              <dt className="text-faint">{label}</dt>
              <dd className="break-words">
                {fromText} → {toText}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {signUrl === null ? null : (
        <a href={signUrl} className={primaryButton}>
          Read and Sign
        </a>
      )}
      {binding === null ? null : (
        <p>
          <a href={`${bookingAddress(token)}/contract.pdf`} download className={textLink}>
            Signed contract (PDF)
          </a>
        </p>
      )}
    </div>
  );
}

/** What a contract that is not signed waits for. */
function sentenceOf(
  { state, binding, waiting, signUrl, signedByYou }: PageContract,
  { company, currency }: CustomersBooking,
): string {
  const bound = binding === null ? '' : `; ${formatMoney(binding.total, currency)} binds until then`;
  const whose = signUrl === null ? 'signature' : 'your signature';
  const stays = binding === null ? '' : ` Until then, ${formatMoney(binding.total, currency)} binds.`;
  if (state === 'declined')
    return `The contract was declined. Contact ${company.name} for a new one.${stays}`;
  if (state === 'expired')
    return `The deadline has passed. Contact ${company.name} for a new contract.${stays}`;
  if (signedByYou) return `You have signed. The contract waits for the other signatures${bound}.`;
  return binding === null || waiting === null
    ? `The contract waits for ${whose}.`
    : `${formatMoney(waiting.total, currency)} waits for ${whose}${bound}.`;
}
