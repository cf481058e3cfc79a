/**
 * One live-update stream per browser session. Tabs elect an owner with a Web Lock; the owner broadcasts to
 * the others, and another tab takes over when it closes. Without Web Locks (insecure pages), each tab has its
 * own stream.
 */

export interface LiveOptions {
  /** Session name; tabs of another user's session have their own stream. */
  session: string;
  onTopics: (topics: readonly string[]) => void;
  /** Called if the server rejects the stream: the session may be over. */
  onRefused: () => void;
}

interface Heard {
  id: string;
  topics: string[];
}

/** Message from the owning tab to the others; null if the stream was rejected. */
type StreamMessage = Heard | null;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Listen until the returned function is called. */
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
        // The message may arrive just after the listener stopped.
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
        // The lock may be granted just as it is given up, leaving no one to close the stream.
        if (over.signal.aborted) return;
        hold();
        // Hold the lock until the tab closes.
        return new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
      })
      // Given up while waiting for the lock.
      .catch(() => undefined);
  }
  return () => {
    over.abort();
    stop();
    shared?.close();
  };
}

/** Stream that reconnects when it breaks: by the browser, or here if the server rejected it. */
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
      // Jitter, so that pages do not all reconnect at once after a server restart.
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
