import { CircleCheck, Ruler, TriangleAlert } from 'lucide-react';
import { sentenceOf } from '@/api/errors';
import { useSiteCheck } from '@/api/site-check';
import type { SiteCheckInput, SiteCheckReport } from '@/api/types';
import { useSignedInUser } from '@/api/user';
import {
  lengthInWords,
  type Measures,
  measuresOf,
  wayInWords,
  weightInWords,
  windInWords,
} from '@/lib/measures';
import { listed } from '@/lib/words';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Fact } from '@/ui/facts';
import { Section } from '@/ui/Section';

type Finding = (over: number, measures: Measures) => string;

const FINDINGS: Record<SiteCheckReport['findings'][number]['kind'], Finding> = {
  width: (over, measures) => `${lengthInWords(over, measures)} too wide for the wall`,
  height: (over, measures) => `${lengthInWords(over, measures)} too tall for the ceiling`,
  door: (over, measures) => `${lengthInWords(over, measures)} too big for the door`,
  power: (over) => `${Math.round(over)} watts more than the circuits can supply`,
  wind: (over, measures) => `May tip: ${windInWords(over, measures)} over the wind limit without weights`,
  cord: (over, measures) => `${wayInWords(over, measures)} beyond the longest cord`,
};

/** Checks on request if the sign fits its venue. Purely informative. */
export function SiteCheck({ sign }: { sign: SiteCheckInput }) {
  const { found, error, pending, ask } = useSiteCheck(sign);
  return (
    <Section title="Site Check" className="text-sm">
      {found === undefined ? (
        <Button kind="secondary" size="sm" disabled={pending} onClick={ask}>
          <Ruler aria-hidden="true" />
          {pending ? 'Measuring...' : 'Check the Site'}
        </Button>
      ) : (
        <Report found={found} />
      )}
      {error === null ? null : (
        <Alert className="mt-3" title="We couldn't check the site">
          {sentenceOf(error)}
        </Alert>
      )}
    </Section>
  );
}

function Report({ found }: { found: SiteCheckReport }) {
  const { site, findings, withoutPower, circuits } = found;
  const measures = measuresOf(useSignedInUser());
  const used = circuits
    .map((circuit, at) => ({ ...circuit, cord: found.cords.find((one) => one.circuit === at)?.feet }))
    .filter(({ letters }) => letters.length > 0);
  return (
    <div role="status">
      {findings.map(({ kind, over }) => (
        <p key={kind} className="mb-1 flex gap-2 font-medium text-amber">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {FINDINGS[kind](over, measures)}
            {kind === 'power' && withoutPower.length > 0 ? `: no room for ${listed(withoutPower)}` : null}
          </span>
        </p>
      ))}
      {findings.length === 0 && site != null ? (
        <p className="mb-1 flex gap-2 font-medium text-good">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          Fits the venue details on file
        </p>
      ) : null}
      {site == null ? (
        <p className="mb-1 text-soft">There are no site details for this venue yet. Add them to the venue.</p>
      ) : null}
      <dl className="tabular">
        <Fact label="Width">{lengthInWords(found.widthInches, measures)}</Fact>
        <Fact label="Height">{lengthInWords(found.heightInches, measures)}</Fact>
        <Fact label="Weight">{weightInWords(found.weightPounds, measures)}</Fact>
        <Fact label="Power">{Math.round(found.watts)} W</Fact>
        {used.map(({ amps, watts, letters, cord }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the circuit's number.
          <Fact key={at} label={`Circuit ${at + 1}`}>
            {letters.join(' ')}{' '}
            <span className="text-faint">
              {Math.round(watts)} W on {amps} A
              {cord === undefined ? null : `, ${wayInWords(cord, measures)} cord`}
            </span>
          </Fact>
        ))}
      </dl>
      {found.estimated.length === 0 ? null : (
        <p className="text-faint text-xs">
          Estimated, because you haven't entered measurements: {listed(found.estimated)}.
        </p>
      )}
    </div>
  );
}
