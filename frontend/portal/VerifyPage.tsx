import { useState } from 'react';
import { ApiError, sentenceOf } from '@/api/errors';
import { callPublicly } from '@/api/public-call';
import type { components } from '@/api/schema';
import { FormError } from './fields';
import { card, heading } from './looks';

type Verified = components['schemas']['VerifiedOut'];

/** Largest file that can be verified, in bytes. */
const LARGEST = 12_000_000;

/** Verifies a signed contract: only its SHA-256 is sent, unless it isn't known. */
export function VerifyPage() {
  const [result, setResult] = useState<{ readonly name: string; readonly verified: Verified }>();
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const check = async (file: File | undefined) => {
    if (file === undefined) return;
    setResult(undefined);
    setProblem(undefined);
    if (file.size === 0 || file.size > LARGEST) {
      setProblem(file.size === 0 ? 'This file is empty.' : 'This file is too large: at most 12 MB.');
      return;
    }
    setChecking(true);
    try {
      setResult({ name: file.name, verified: await verify(file) });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setChecking(false);
    }
  };
  return (
    <main className="mx-auto grid w-full max-w-xl flex-1 content-start gap-5 px-4 py-8">
      <h1 className="font-semibold text-2xl tracking-tight">Verify a contract</h1>
      <section className={`${card} grid gap-4`}>
        <p>
          Choose the PDF of a signed contract to check that it comes from this site and hasn’t been changed.
          We don’t store the file.
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the file input inside does the same. */}
        <div
          className="grid gap-1.5 rounded-lg border border-edge/70 border-dashed p-4"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void check(event.dataTransfer?.files[0]);
          }}
        >
          <label htmlFor="file" className="font-medium text-sm">
            PDF file
          </label>
          <input
            id="file"
            type="file"
            accept="application/pdf"
            className="min-w-0 max-w-full text-sm"
            onChange={(event) => void check(event.currentTarget.files?.[0])}
          />
        </div>
        {checking ? <p role="status">Checking…</p> : null}
        <FormError message={problem} />
      </section>
      {result === undefined ? null : <Result {...result} />}
    </main>
  );
}

function Result({ name, verified }: { name: string; verified: Verified }) {
  const { known, unchanged, signedAt } = verified;
  const title = unchanged ? 'Unchanged' : known ? 'Altered' : 'Unknown file';
  const signed = signedAt === null ? '' : ` It was signed on ${dayInWords(signedAt)}.`;
  const text = unchanged
    ? `This contract was signed on this site and hasn’t been changed.${signed}`
    : known
      ? 'This contract was signed on this site, but the file has been changed since.'
      : 'This isn’t a contract that was signed on this site, or the file has been changed.';
  return (
    <section role="status" className={`${card} grid gap-2`}>
      <h2 className={heading}>{title}</h2>
      <p className="break-words text-soft text-sm">{name}</p>
      <p>{text}</p>
    </section>
  );
}

/** Formats an instant as a date in the reader's time zone, such as May 1, 2027. */
const dayInWords = (instant: string) => new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long' });

/** Compare the file's SHA-256, computed in the browser if possible; send the file only if that is unknown. */
async function verify(file: File): Promise<Verified> {
  const content = await file.arrayBuffer();
  if (globalThis.crypto?.subtle !== undefined) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const verified = await callPublicly<Verified>('/api/public/verify', { body: { sha256 } });
    if (verified.unchanged) return verified;
  }
  const response = await fetch('/api/public/verify', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/pdf' },
    body: content,
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return await response.json();
}
