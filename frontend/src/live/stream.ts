/**
 * One stream of live updates for a whole browser. The tabs of a session agree by a lock on who holds it; the others hear
 * from that one, and take over when it is closed. Where a browser has no locks (a page that is not secure), every tab
 * holds its own.
 */

export interface LiveOptions {
  /** Names the session: tabs of another person's session have a stream of their own. */
  session: string;
  onTopics: (topics: readonly string[]) => void;
  /** The server has refused the stream: the session may be over. */
  onRefused: () => void;
}

interface Heard {
  id: string;
  topics: string[];
}

/** The messages of the tab with the stream to the others; null for a refusal. */
type StreamMessage = Heard | null;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Listens until the answer is called. */
export function listen({ session, onTopics, onRefused }: LiveOptions): () => void {
  const name = `marqueedesk-live-${session}`;
  const over = new AbortController();
  const shared = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  let last = '';
  let stop = () => {};

  const hear = (message: StreamMessage) => {
    if (message === null) {
      onRefused();
    } else {
      last = message.id;
      onTopics(message.topics);
    }
  };
  const hold = () => {
    stop = openStream(
      () => last,
      (message) => {
        // StreamMessage in the very moment in which nobody listens any more.
        if (over.signal.aborted) return;
        shared?.postMessage(message);
        hear(message);
      },
    );
  };
  const locks = shared === null ? undefined : navigator.locks;
  if (shared === null || locks === undefined) {
    hold();
  } else {
    shared.onmessage = ({ data }: MessageEvent<StreamMessage>) => hear(data);
    locks
      .request(name, { signal: over.signal }, () => {
        // Granted in the very moment in which it was given up: nobody would end the stream.
        if (over.signal.aborted) return;
        hold();
        // Kept for as long as the tab is there.
        return new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
      })
      // Given up while it was waited for.
      .catch(() => undefined);
  }
  return () => {
    over.abort();
    stop();
    shared?.close();
  };
}

/** A stream that is opened again when it breaks: by the browser, or here where the server had refused it. */
function openStream(last: () => string, onMessage: (message: StreamMessage) => void): () => void {
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  const open = () => {
    const after = last();
    source = new EventSource(after === '' ? '/api/events' : `/api/events?after=${after}`);
    source.onopen = () => {
      pause = FIRST_PAUSE_MS;
    };
    source.addEventListener('changed', ({ data, lastEventId }: MessageEvent<string>) => {
      const topics: string[] = JSON.parse(data);
      onMessage({ id: lastEventId, topics });
    });
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      onMessage(null);
      // Not all pages of a server that comes back at the same moment.
      timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.onerror = null;
    source.close();
  };
}
