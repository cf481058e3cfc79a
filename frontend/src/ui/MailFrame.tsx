/** An email as it arrives, shut off from the page around it: no script runs in it, and its links open apart. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      className="h-[38rem] max-h-[80vh] w-full rounded-lg border border-line bg-white"
    />
  );
}
