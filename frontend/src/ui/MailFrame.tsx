import { useEffect, useRef, useState } from 'react';

/**
 * Email preview isolated from the page: scripts are blocked and links open in a new tab.
 *
 * The frame is an empty server page whose Content-Security-Policy allows only the inline styles that emails
 * need and the app forbids.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const root = ready ? frame.current?.contentDocument?.documentElement : null;
    if (root) {
      root.innerHTML = html.replace('<head>', '<head><base target="_blank">');
      root.lang = 'en';
    }
  }, [html, ready]);
  return (
    <iframe
      ref={frame}
      title={title}
      src="/email-frame"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={() => setReady(true)}
      className="h-[38rem] max-h-[80vh] w-full rounded-lg border border-line bg-white"
    />
  );
}

/** Preview of an email with unsaved text. */
export function MailPreview({ mail, name }: { mail: { subject: string; html: string }; name: string }) {
  return (
    <>
      <p className="wrap-anywhere text-sm">
        <span className="text-soft">Subject: </span>
        <span className="font-medium">{mail.subject}</span>
      </p>
      <MailFrame html={mail.html} title={`Preview: ${name}`} />
    </>
  );
}
