import { useState } from 'react';
import { Link } from 'react-router';
import { type Embedding, useEmbedding } from '@/api/embedding';
import { useOwnOffer } from '@/api/operator-form';
import type { User } from '@/api/types';
import { largestSize } from '@/booking-form/offer';
import { Loaded } from '@/components/Loaded';
import { bookingFormLinks, helpPath } from '@/lib/paths';
import { useSideMenu } from '@/lib/use-wide';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { CopyBox } from '../CopyBox';
import { EmbedKey } from './EmbedKey';
import { EmbedLink } from './EmbedLink';
import { EmbedLooks } from './EmbedLooks';
import { EmbedSites } from './EmbedSites';
import { buttonCode, DEFAULT_WIDGET, frameCode, operatorInCode, scriptCode } from './embed-code';
import { PreviewCard, PreviewSheet } from './FormPreview';

/** Everything for sharing the booking form: link, codes, appearance, key and allowed sites (W4 to W6). */
export function EmbedTab({ user }: { user: User }) {
  return (
    <Loaded read={useEmbedding()} what="Your form's link, codes and key">
      {(embedding) => <Embed user={user} embedding={embedding} />}
    </Loaded>
  );
}

function Embed({ user, embedding }: { user: User; embedding: Embedding }) {
  const [chosen, setConfig] = useState(DEFAULT_WIDGET);
  const wide = useSideMenu();
  const offer = useOwnOffer().data;
  const sizes = offer?.sizes ?? [{ code: chosen.defaultSize, label: chosen.defaultSize }];
  const isOffered = sizes.some(({ code }) => code === chosen.defaultSize);
  // A business without the default size starts with its largest, as its form does.
  const config = offer === undefined || isOffered ? chosen : { ...chosen, defaultSize: largestSize(offer) };
  const { origin } = window.location;
  const operator = operatorInCode({ ...user, publicKey: embedding.publicKey });
  return (
    <div className="grid min-w-0 gap-6 xl:grid-cols-[minmax(0,42rem)_minmax(22rem,1fr)]">
      <div className="grid min-w-0 content-start gap-6">
        <EmbedLink {...bookingFormLinks(origin, embedding.publicKey)} />
        <EmbedLooks config={config} sizes={sizes} onChange={setConfig} />
        {wide ? null : <PreviewSheet operator={operator} config={config} />}
      </div>
      {wide ? <PreviewCard operator={operator} config={config} /> : null}
      <div className="grid min-w-0 content-start gap-6">
        <Card id="code-for-your-website">
          <CardHeader
            title="Code for your website"
            description={
              <>
                Paste one of these where you want your form.{' '}
                <Link to={helpPath('embedding')} className="rounded-sm font-medium text-link hover:underline">
                  Instructions for WordPress, Wix, Squarespace and Shopify
                </Link>
              </>
            }
          />
          <CardBody className="grid gap-6">
            <CopyBox
              label="Embed Code"
              hint="The best choice if your website allows scripts. The form adjusts its height, so there is no scrollbar."
              text={scriptCode(origin, operator, config)}
            />
            <CopyBox
              label="Frame Code"
              hint="For websites that don't allow scripts. The form scrolls inside its frame."
              text={frameCode(origin, operator, config)}
            />
            <CopyBox
              label="Button Code"
              hint="A button that opens your form on top of your page."
              text={buttonCode(origin, operator, config)}
            />
          </CardBody>
        </Card>
        <EmbedSites {...embedding} />
        <EmbedKey publicKey={embedding.publicKey} />
      </div>
    </div>
  );
}
