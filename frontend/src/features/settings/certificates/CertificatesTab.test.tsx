import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Certificate } from '@/api/certificates';
import { faults, open } from '@/testing/render';
import { sample } from '@/testing/sample';
import { answer, refuse, signIn } from '@/testing/server';
import { enterInto } from '@/testing/typing';

const certificate = sample<Certificate>({
  id: 3,
  file: '/api/certificates/3/file',
  fileName: 'Certificate of insurance 2099-12-31.pdf',
  sizeBytes: 1200,
  insurer: 'Acme Mutual',
  limits: { eachOccurrence: 1_000_000, aggregate: 2_000_000 },
  expiresOn: '2099-12-31',
});

function openTab(certificates: readonly Certificate[]) {
  signIn();
  answer('get', '/api/certificates', [...certificates]);
  return open('/settings?tab=certificates');
}

const pdf = (content = '%PDF-1.7') => new File([content], 'acord.pdf', { type: 'application/pdf' });

async function openDialog() {
  const page = openTab([]);
  await page.user.click(await screen.findByRole('button', { name: 'Add Certificate' }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Add a Certificate' })) };
}

describe('the certificates of insurance', () => {
  it('are listed with their limits, last day and file', async () => {
    openTab([certificate(), certificate({ id: 4, insurer: 'Old Mutual', expiresOn: '2020-01-31' })]);
    expect(
      await screen.findByText('$1,000,000 each occurrence, $2,000,000 aggregate · through Dec 31, 2099', {
        exact: false,
      }),
    ).toBeTruthy();
    expect(screen.getByText('Expired')).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Download the certificate of Acme Mutual' }).getAttribute('href'),
    ).toBe('/api/certificates/3/file');
    expect(await faults()).toEqual([]);
  });

  it('are uploaded with limits in whole currency units', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Add Certificate' }));
    expect(await dialog.findByText('Choose the certificate file')).toBeTruthy();
    expect(dialog.getByText('Enter the name of the insurer')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Certificate file'), { target: { files: [pdf()] } });
    expect(await dialog.findByText('acord.pdf')).toBeTruthy();
    await enterInto(user, dialog.getByLabelText('Insurer'), 'Acme Mutual');
    await enterInto(user, dialog.getByLabelText('Valid Through'), '12/31/2099');
    const sent = answer('post', '/api/certificates', certificate(), 201);
    await user.click(dialog.getByRole('button', { name: 'Add Certificate' }));
    expect(await screen.findByText('Certificate added')).toBeTruthy();
    expect(sent.bodies).toEqual([
      {
        file: `data:application/pdf;base64,${btoa('%PDF-1.7')}`,
        insurer: 'Acme Mutual',
        limits: { eachOccurrence: 1_000_000, aggregate: 2_000_000 },
        expiresOn: '2099-12-31',
      },
    ]);
  });

  it('show the server’s error at the file', async () => {
    const { user, dialog } = await openDialog();
    fireEvent.change(dialog.getByLabelText('Certificate file'), { target: { files: [pdf('hello')] } });
    await dialog.findByText('acord.pdf');
    await enterInto(user, dialog.getByLabelText('Insurer'), 'Acme Mutual');
    await enterInto(user, dialog.getByLabelText('Valid Through'), '12/31/2099');
    refuse('post', '/api/certificates', { file: 'Upload a PDF, JPEG, PNG, or WebP file' });
    await user.click(dialog.getByRole('button', { name: 'Add Certificate' }));
    expect(await dialog.findByText('Upload a PDF, JPEG, PNG, or WebP file')).toBeTruthy();
  });

  it('are refused above 5 MB before the upload', async () => {
    const { dialog } = await openDialog();
    const large = pdf();
    Object.defineProperty(large, 'size', { value: 5_000_001 });
    fireEvent.change(dialog.getByLabelText('Certificate file'), { target: { files: [large] } });
    expect(await dialog.findByText('Choose a file of at most 5 MB')).toBeTruthy();
  });

  it('are deleted after a question', async () => {
    const { user } = openTab([certificate()]);
    await user.click(await screen.findByRole('button', { name: 'Delete the certificate of Acme Mutual' }));
    const sent = answer('delete', '/api/certificates/3', null, 204);
    answer('get', '/api/certificates', []);
    await user.click(await screen.findByRole('button', { name: 'Delete Certificate' }));
    expect(await screen.findByText('Certificate deleted')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('No certificates yet.')).toBeTruthy());
    expect(sent.bodies).toEqual([null]);
  });
});
