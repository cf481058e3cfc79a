import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type Embedding, useEmbedding, useSaveShareContact } from '@/api/embedding';
import { sentenceOf } from '@/api/errors';
import { useOwnOffer } from '@/api/own-form';
import type { User } from '@/api/types';
import { largestSize } from '@/booking-form/offer';
import { Loaded } from '@/components/Loaded';
import { bookingFormLinks, helpPath } from '@/lib/paths';
import { Alert } from '@/ui/Alert';
import { Card, CardBody, CardHeader } from '@/ui/Card';
import { SwitchField } from '@/ui/SwitchField';
import { CopyBox } from '../CopyBox';
import { EmbedKey } from './EmbedKey';
import { EmbedLink } from './EmbedLink';
import { EmbedLooks } from './EmbedLooks';
import { EmbedSites } from './EmbedSites';
import {
  buttonCode,
  DEFAULT_WIDGET,
  frameAddress,
  frameCode,
  operatorInCode,
  scriptCode,
  type WidgetConfig,
} from './embed-code';

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

/** What a page that embeds the form learns of a booking. Saved at once, because it is one switch. */
function EmbedEvent({ shareContact }: { shareContact: boolean }) {
  const save = useSaveShareContact();
  return (
    <Card>
      <CardHeader
        title="What your page learns of a booking"
        description="Each booking raises the event booking-complete on your page, with its number, total, message and days. You can count conversions with it."
      />
      <CardBody className="grid gap-4">
        <SwitchField
          label="Tell my page who the customer is"
          hint="Adds name, email and phone. Every script on your page can read them, those of advertisers too."
          checked={save.isPending ? save.variables : shareContact}
          onChange={(checked) => save.mutate(checked)}
        />
        {save.isError ? <Alert title="This could not be saved">{sentenceOf(save.error)}</Alert> : null}
      </CardBody>
    </Card>
  );
}

/** So long nothing has to be typed before the preview is loaded again, in milliseconds. */
const PAUSE = 500;

/** The form itself as it will look, in a frame. It sends nothing, and says so when it is tried. */
function EmbedPreview({ operator, config }: { operator: string; config: WidgetConfig }) {
  const wanted = `${frameAddress(window.location.origin, operator, config)}&preview=true`;
  const [address, setAddress] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAddress(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <Card className="min-w-0 self-start xl:sticky xl:top-6 xl:row-span-2">
      <CardHeader
        title="Preview"
        description="Your form as customers will see it. Try it: from here nothing is sent."
      />
      <CardBody>
        <iframe
          title="Preview of your booking form"
          src={address}
          className="h-[42rem] max-h-[85vh] w-full rounded-lg border border-line"
        />
      </CardBody>
    </Card>
  );
}
