import { useEffect, useRef, useState } from 'react';
import { codeReader, newlySeen } from './codes';
import { badge, button } from './looks';

const PAUSE_MS = 120;

interface CameraProps {
  /** Handles a code; returns the reason if it is rejected, else null. */
  onCode: (code: string) => string | null;
  onClose: () => void;
}

interface Said {
  readonly text: string;
  readonly isFault: boolean;
}

/** Camera view: every code that appears is handled once. */
export function Camera({ onCode, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [status, setStatus] = useState<Said>({ text: 'Starting the camera', isFault: false });
  const latest = useRef(onCode);
  latest.current = onCode;

  useEffect(() => {
    let over = false;
    let stream: MediaStream | null = null;
    async function start() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const shown = video.current;
      if (over || shown === null) {
        stopAll(stream);
        return;
      }
      shown.srcObject = stream;
      const [read] = await Promise.all([codeReader(), shown.play()]);
      setStatus({ text: 'Point the camera at a label', isFault: false });
      const fresh = newlySeen();
      while (!over) {
        for (const code of fresh(await read(shown), performance.now())) {
          const fault = latest.current(code);
          navigator.vibrate?.(fault === null ? 40 : [60, 60, 60]);
          setStatus({ text: fault ?? `${code} counted`, isFault: fault !== null });
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    start().catch((error: unknown) => {
      if (!over) setStatus({ text: reasonOf(error), isFault: true });
    });
    return () => {
      over = true;
      if (stream !== null) stopAll(stream);
    };
  }, []);

  return (
    <div className="grid gap-2">
      <video ref={video} muted playsInline className="aspect-4/3 w-full rounded-lg bg-black object-cover">
        <track kind="captions" />
      </video>
      <p
        role="status"
        className={`${badge} wrap-anywhere font-medium ${status.isFault ? 'bg-danger-wash text-danger' : 'bg-sunken text-ink'}`}
      >
        {status.text}
      </p>
      <button type="button" className={button} onClick={onClose}>
        Close the Camera
      </button>
    </div>
  );
}

function stopAll(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

function reasonOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') {
    return 'Camera access is blocked. Allow it in your browser’s settings, or type the code.';
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError' || name === 'NotReadableError') {
    return 'No camera is available. Type the code.';
  }
  return 'The scanner could not be loaded. Try again when you are online, or type the code.';
}
