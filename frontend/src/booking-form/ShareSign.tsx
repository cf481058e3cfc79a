/** A link that shares a picture of the sign, or downloads it where the browser cannot share files. */
import { type MouseEvent, useState } from 'react';

const PICTURE = { name: 'sign.png', type: 'image/png' };

const asFile = (content: BlobPart[]) => new File(content, PICTURE.name, { type: PICTURE.type });

const isFramed = window.parent !== window;

const canShare = () => navigator.canShare?.({ files: [asFile([])] }) ?? false;

/**
 * The picture shows only the sign and the business's name. It is shared as a file, because its address contains
 * the token of the booking's page.
 */
export function ShareSign({ token, className }: { token: string; className: string }) {
  const [pressed, setPressed] = useState(false);
  const address = `/api/public/pictures/booking/${token}`;
  const share = async () => {
    try {
      const answer = await fetch(address);
      await navigator.share({ files: [asFile([await answer.blob()])] });
    } catch {
      // Closing the list of apps is an error, too.
      setPressed(true);
    }
  };
  const onClick = (event: MouseEvent) => {
    if (canShare()) {
      event.preventDefault();
      void share();
    } else setPressed(true);
  };
  return (
    <>
      <a href={address} className={className} download={PICTURE.name} onClick={onClick}>
        Share a picture of your sign
      </a>
      <span className="hint" role="status">
        {pressed && isFramed && 'No picture? This site may block it. Your booking page has the same picture.'}
      </span>
    </>
  );
}
