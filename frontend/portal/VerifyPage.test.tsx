import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { answer, fail, server } from '@/testing/server';
import { VerifyPage } from './VerifyPage';

const path = '/api/public/verify';
const unchanged = { known: true, unchanged: true, signedAt: '2027-05-01T06:00:00+00:00' };
const altered = { known: true, unchanged: false, signedAt: null };

/** A PDF that can report a different size than its content has. */
function pdf(size?: number): File {
  const file = new File(['%PDF-1.7'], 'contract.pdf', { type: 'application/pdf' });
  Object.defineProperty(file, 'arrayBuffer', {
    value: vi.fn(async () => new TextEncoder().encode('%PDF').buffer),
  });
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
  return file;
}

/** Answers calls, and records whether each was a file or JSON. */
function record(...results: object[]) {
  const types: (string | null)[] = [];
  server.use(
    http.post(`*${path}`, ({ request }) => {
      types.push(request.headers.get('content-type'));
      return HttpResponse.json(results[types.length - 1]);
    }),
  );
  return types;
}

async function choose(file: File) {
  render(<VerifyPage />);
  await userEvent.setup().upload(screen.getByLabelText('PDF file'), file);
}

describe('the page to verify a contract', () => {
  it('sends only the SHA-256 of an unchanged file', async () => {
    const types = record(unchanged);
    await choose(pdf());

    expect(await screen.findByRole('heading', { name: 'Unchanged' })).toBeTruthy();
    expect(screen.getByText(/It was signed on May 1, 2027\./)).toBeTruthy();
    expect(types).toEqual(['application/json']);
  });

  it('sends a file with an unknown SHA-256, and shows that it was altered', async () => {
    const types = record(altered, altered);
    await choose(pdf());

    expect(await screen.findByRole('heading', { name: 'Altered' })).toBeTruthy();
    expect(types).toEqual(['application/json', 'application/pdf']);
  });

  it.each([
    [0, 'This file is empty.'],
    [300_000_000, 'This file is too large: at most 12 MB.'],
  ])('refuses a file of %i bytes before reading it', async (size, sentence) => {
    const file = pdf(size);
    await choose(file);

    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(file.arrayBuffer).not.toHaveBeenCalled();
  });

  it('checks a dropped file', async () => {
    answer('post', path, unchanged);
    render(<VerifyPage />);
    fireEvent.drop(screen.getByLabelText('PDF file'), { dataTransfer: { files: [pdf()] } });

    expect(await screen.findByRole('heading', { name: 'Unchanged' })).toBeTruthy();
  });

  it('shows why a file could not be checked', async () => {
    fail('post', path, 429, 'Too many files. Try again in an hour.');
    await choose(pdf());

    expect(await screen.findByText('Too many files. Try again in an hour.')).toBeTruthy();
  });
});
