import { useState } from 'react';
import { Link } from 'react-router';
import { type Embedding, useEmbedding } from '@/api/embedding';
import { useOwnOffer } from '@/api/own-form';
import type { User } from '@/api/types';
import { largestSize } from '@/booking-form/offer';
import { bookingFormLinks, helpPath } from '@/lib/paths';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { CopyBox } from './CopyBox';
import { EmbedEvent } from './EmbedEvent';
import { EmbedKey } from './EmbedKey';
import { EmbedLink } from './EmbedLink';
import { EmbedLooks } from './EmbedLooks';
import { EmbedPreview } from './EmbedPreview';
import { EmbedSites } from './EmbedSites';
import { buttonCode, DEFAULT_WIDGET, frameCode, operatorInCode, scriptCode } from './embed-code';
import { Loaded } from './Loaded';

/** Everything that brings the booking form to the operator's customers: link, codes, looks, key, sites (W4 to W6). */
export function EmbedTab({ user }: { user: User }) {
  return (
    <Loaded read={useEmbedding()} what="Link, codes and key of your form">
      {(embedding) => <Embed user={user} embedding={embedding} />}
    </Loaded>
  );
}

function Embed({ user, embedding }: { user: User; embedding: Embedding }) {
  const [chosen, setConfig] = useState(DEFAULT_WIDGET);
  const offer = useOwnOffer().data;
  const sizes = offer?.sizes ?? [{ code: chosen.defaultSize, label: chosen.defaultSize }];
  const isOffered = sizes.some(({ code }) => code === chosen.defaultSize);
  // A business without the usual size begins with its largest, as its form does.
  const config = offer === undefined || isOffered ? chosen : { ...chosen, defaultSize: largestSize(offer) };
  const { origin } = window.location;
  const operator = operatorInCode({ ...user, publicKey: embedding.publicKey });
  return (
    <div className="grid min-w-0 gap-6 xl:grid-cols-[minmax(0,42rem)_minmax(22rem,1fr)]">
      <div className="grid min-w-0 content-start gap-6">
        <EmbedLink {...bookingFormLinks(origin, embedding.publicKey)} />
        <EmbedLooks config={config} sizes={sizes} onChange={setConfig} />
      </div>
      <EmbedPreview operator={operator} config={config} />
      <div className="grid min-w-0 content-start gap-6">
        <Card>
          <CardHeader
            title="Code for your website"
            description={
              <>
                Paste one of them where you want the form.{' '}
                <Link to={helpPath('embedding')} className="rounded-sm font-medium text-link hover:underline">
                  Step by step for WordPress, Wix, Squarespace and Shopify
                </Link>
              </>
            }
          />
          <CardBody className="grid gap-6">
            <CopyBox
              label="Embed Code"
              hint="The best choice where your website takes scripts: the form is as high as its content, without a scrollbar."
              text={scriptCode(origin, operator, config)}
            />
            <CopyBox
              label="Frame Code"
              hint="For websites that take no scripts. The form scrolls inside its frame."
              text={frameCode(origin, operator, config)}
            />
            <CopyBox
              label="Button Code"
              hint="A button that opens the form over your page."
              text={buttonCode(origin, operator, config)}
            />
          </CardBody>
        </Card>
        <EmbedSites allowed={embedding.allowedSites} />
        <EmbedEvent shareContact={embedding.shareContact} />
        <EmbedKey publicKey={embedding.publicKey} />
      </div>
    </div>
  );
}
